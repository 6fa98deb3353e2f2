using System.Runtime.ExceptionServices;
using ThreadState = System.Threading.ThreadState;

namespace Easy.Logger.Tests.Support;

/// <summary>Calls that give nothing.</summary>
internal static class BackgroundCall
{
    /// <returns>The call; its result is <see langword="true" />.</returns>
    public static BackgroundCall<bool> Of(Action call) => new(() =>
    {
        call();
        return true;
    });
}

/// <summary>A call on a thread of its own that the test can see waiting, and interrupt.</summary>
internal sealed class BackgroundCall<T> : IDisposable
{
    private readonly Thread _thread;
    private T? _result;
    private ExceptionDispatchInfo? _thrown;

    public BackgroundCall(Func<T> call)
    {
        _thread = new Thread(() => Run(call)) { IsBackground = true, Name = "background call" };
        _thread.Start();
    }

    /// <summary>What the call gave or threw, once it is back.</summary>
    public T Result
    {
        get
        {
            Assert.That(_thread.Join(Eventually.Patience), Is.True, "The call did not return.");
            _thrown?.Throw();
            return _result!;
        }
    }

    public bool IsDone => !_thread.IsAlive;

    public void AwaitBlocked() => Eventually.Holds(() => (_thread.ThreadState & ThreadState.WaitSleepJoin) != 0, "the call waits");

    /// <summary>For a call that has to wait, and fails at once when it is broken.</summary>
    public void AwaitBlockedOrDone() => Eventually.Holds(
        () => (_thread.ThreadState & (ThreadState.WaitSleepJoin | ThreadState.Stopped)) != 0, "the call waits or is back");

    public void Interrupt() => _thread.Interrupt();

    public void Dispose() => _thread.Join(Eventually.Patience);

    private void Run(Func<T> call)
    {
        try
        {
            _result = call();
        }
        catch (Exception e)
        {
            _thrown = ExceptionDispatchInfo.Capture(e);
        }
    }
}
