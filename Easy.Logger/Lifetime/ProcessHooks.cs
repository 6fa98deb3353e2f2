#if NET
using System.Diagnostics.CodeAnalysis;
#endif
#if NET
using System.Runtime.InteropServices;
#endif
using Easy.Logger.Threading;

namespace Easy.Logger.Lifetime;

/// <summary>
/// What is heard of the process: that it ends, that an exception ends it, and signals; and a thread that looks at <see cref="RunningTime"
/// />. Signals are observed without a change of what they do: the default action, or what the host makes of it, follows.
/// </summary>
/// <remarks>
/// .NET Framework has neither the notice before ProcessExit nor signals; it ends handlers of ProcessExit that take too long by itself. The
/// assembly for netstandard2.0 may run on .NET as well, where it finds both by name.
/// </remarks>
internal sealed class ProcessHooks : IDisposable
{
    private readonly List<Action> _undo = [];
    private volatile bool _isDisposed;

    /// <param name="ending">Before the first handler of ProcessExit.</param>
    /// <param name="exit">At ProcessExit.</param>
    /// <param name="crash">When an unhandled exception ends the process.</param>
    /// <param name="signal">
    /// At SIGTERM, SIGINT, SIGQUIT (on Windows: Ctrl+Break) and SIGHUP, which comes when the terminal or console window is closed.
    /// </param>
    public ProcessHooks(Action ending, Action exit, Action crash, Action signal)
    {
        EventHandler onExit = (_, _) => exit();
        UnhandledExceptionEventHandler onCrash = (_, args) =>
        {
            if (args.IsTerminating)
            {
                crash();
            }
        };
        Hook(() => AppDomain.CurrentDomain.ProcessExit += onExit, () => AppDomain.CurrentDomain.ProcessExit -= onExit);
        Hook(() => AppDomain.CurrentDomain.UnhandledException += onCrash, () => AppDomain.CurrentDomain.UnhandledException -= onCrash);
        Try(() => _undo.Add(LoadContext.OnDefaultUnloading(ending)));
        Try(() => HookSignals(signal));
        Try(() => BackgroundThread.Start(AdvanceRunningTime, "Easy.Logger clock"));
    }

    /// <summary>Not a timer of the thread pool: where there is no thread to be had, that ends the process.</summary>
    private void AdvanceRunningTime()
    {
        while (!_isDisposed)
        {
            _ = RunningTime.GetTimestamp();
            Thread.Sleep(RunningTime.MaxWait);
        }
    }

    public void Dispose()
    {
        _isDisposed = true;
        _undo.ForEach(Try);
    }

    private static void Try(Action step)
    {
        try
        {
            step();
        }
        catch (Exception e)
        {
            InternalLog.Warn("Easy.Logger: this platform does not report every end of a process; queued events can be lost then.", e);
        }
    }

    private void Hook(Action add, Action remove)
    {
        add();
        _undo.Add(remove);
    }

#if NET
    [SuppressMessage("Reliability", "CA2000", Justification = "Disposed with the hooks.")]
    private void HookSignals(Action signal)
    {
        PosixSignal[] ends = [PosixSignal.SIGTERM, PosixSignal.SIGINT, PosixSignal.SIGHUP, PosixSignal.SIGQUIT];
        foreach (PosixSignal each in ends)
        {
            _undo.Add(PosixSignalRegistration.Create(each, _ => signal()).Dispose);
        }
    }
#else
    private void HookSignals(Action signal)
    {
        const string library = "System.Runtime.InteropServices";
        if (Type.GetType($"{library}.PosixSignalRegistration, {library}") is { } type
            && Type.GetType($"{library}.PosixSignal, {library}") is { } signals
            && type.GetMethod("Create") is { } create)
        {
            foreach (string name in (string[])["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"])
            {
                Delegate onSignal = CallbackAdapter.Delegate(create.GetParameters()[1].ParameterType, signal);
                _undo.Add(((IDisposable)create.Invoke(null, [Enum.Parse(signals, name), onSignal])!).Dispose);
            }
        }
    }
#endif
}
