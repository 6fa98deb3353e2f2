using System.Diagnostics;
using System.Runtime.InteropServices;
using Easy.Logger;
using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Soak.Hostile;

/// <summary>An attached appender hangs for ever, in one async appender or in eight, and the process ends in each way it can.</summary>
internal static class Hangs
{
    private const int CloseTimeout = 1_500;
    private const int Many = 8;
    private const string Return = "return from Main";
    private const string Exit = "Environment.Exit";
    private const string Terminate = "SIGTERM";
    private const string Crash = "unhandled exception";
    private const string Handled = "handled";

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        Scenario("hang-append-1", HangingCall.Append, 1),
        Scenario("hang-append-8", HangingCall.Append, Many),
        Scenario("hang-flush-1", HangingCall.Flush, 1),
        Scenario("hang-flush-8", HangingCall.Flush, Many),
        Scenario("hang-close-1", HangingCall.Close, 1),
        Scenario("hang-close-8", HangingCall.Close, Many),
        new(
            "hang-handler",
            "the application's own handler of SIGTERM is called within closeTimeout and a second although eight appenders hang",
            Handle)
        {
            CloseTimeout = CloseTimeout,
            Disturb = TerminateAndAwaitHandler,
        },
    ];

    private static HostileScenario Scenario(string name, HangingCall call, int count)
    {
        string who = count == 1 ? "an appender that hangs" : $"{count} appenders that hang";
        return new HostileScenario(
            name,
            $"{who} in {call} cost the process closeTimeout and a second at most at its end, however it ends",
            context => Run(context, call, count))
        {
            CloseTimeout = CloseTimeout,
            Variants = [Return, Exit, Terminate, Crash],
            ExitCode = variant => variant switch { Terminate => 128 + 15, Crash => 128 + 6, _ => ScenarioProcess.Success },
            Disturb = process =>
            {
                if (process.Variant == Terminate && process.AwaitStage(Terminate))
                {
                    process.Terminate();
                }
            },
        };
    }

    private static void Run(ScenarioContext context, HangingCall call, int count)
    {
        HangingAppender[] hanging = [.. Enumerable.Range(0, count).Select(_ => new HangingAppender(call))];
        ScenarioLog[] logs = [.. hanging.Select(appender => new ScenarioLog(context, Options, appender))];
        for (int i = 0; i < count; i++)
        {
            Enter(context, logs[i], hanging[i], call);
            if (i % 2 == 1)
            {
                logs[i].Repository.Root.RemoveAppender(logs[i].Appender); // half of them log4net does not know, nor close
            }
        }

        context.Ready();
        End(context);
    }

    /// <summary>Lets the worker hang, with events behind.</summary>
    private static void Enter(ScenarioContext context, ScenarioLog log, HangingAppender hanging, HangingCall call)
    {
        log.Write(1);
        if (call == HangingCall.Flush)
        {
            new Thread(() => log.Appender.Flush(10_000)) { IsBackground = true }.Start();
        }

        context.Check(call == HangingCall.Close || hanging.HasEntered(5_000), "the worker did not come to the appender");
        log.Write(10);
        log.CheckThrown();
    }

    private static void Handle(ScenarioContext context)
    {
        using ManualResetEventSlim handled = new();
        using PosixSignalRegistration registration = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal =>
        {
            signal.Cancel = true;
            context.Stage(Handled);
            handled.Set();
        });
        for (int i = 0; i < Many; i++)
        {
            HangingAppender appender = new(HangingCall.Append);
            Enter(context, new ScenarioLog(context, Options, appender), appender, HangingCall.Append);
        }

        context.Ready();
        context.Stage(Terminate);
        handled.Wait();
    }

    private static void TerminateAndAwaitHandler(ScenarioProcess process)
    {
        if (process.AwaitStage(Terminate))
        {
            process.Signal("TERM");
            long start = Stopwatch.GetTimestamp();
            if (process.AwaitStage(Handled))
            {
                TimeSpan waited = Stopwatch.GetElapsedTime(start);
                process.Seen.Add($"called after {waited.TotalSeconds:N2} s");
                process.Check(
                    waited.TotalMilliseconds <= process.LongestEnd,
                    $"the application's handler was called {waited.TotalSeconds:N2} s after the signal");
            }
        }
    }

    private static void Options(AsyncBufferingForwardingAppender appender) =>
        (appender.CloseTimeout, appender.IdleTime) = (CloseTimeout, 1);

    private static void End(ScenarioContext context)
    {
        switch (context.Variant)
        {
            case Exit:
                context.End();
                Environment.Exit(ScenarioProcess.Success);
                break;

            case Terminate:
                context.Stage(Terminate);
                Thread.Sleep(Timeout.Infinite);
                break;

            case Crash:
                context.End();
                new Thread(() => throw new InvalidOperationException("This is the exception that ends the process.")).Start();
                Thread.Sleep(Timeout.Infinite);
                break;

            default:
                break; // the scenario returns, and then Main
        }
    }
}

/// <summary>An attached appender hangs, and the application goes on: it changes options and appenders, flushes and closes.</summary>
internal static class StuckAppenders
{
    private const int CloseTimeout = 1_500;
    private const int AtOnce = 1_000;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        Scenario(
            "stuck-options",
            "options and appenders can be changed while an appender hangs, directly or in a forwarding appender",
            Options),
        Scenario("stuck-caller", "a call that waits without limit for a full queue obeys new options at once", Caller),
        Scenario("stuck-flush", "a Flush without limit ends with Close, and returns false", Flush),
    ];

    private static HostileScenario Scenario(string name, string promise, Action<ScenarioContext> run) =>
        new(name, promise, run) { CloseTimeout = CloseTimeout };

    private static void Options(ScenarioContext context)
    {
        ForwardingAppender forwarding = new() { Name = "forwarding" };
        HangingAppender hidden = new(HangingCall.Append);
        forwarding.AddAppender(hidden);
        FileAppender file = ScenarioLog.File(context.PathOf("log.txt"));
        ScenarioLog direct = Hang(context, new HangingAppender(HangingCall.Append), ScenarioLog.File(context.PathOf("direct.txt")));
        ScenarioLog indirect = new(context, appender => (appender.CloseTimeout, appender.IdleTime) = (CloseTimeout, 1), forwarding, file);
        indirect.Write(1);
        context.Check(hidden.HasEntered(5_000), "the worker did not come to the appender");
        context.Ready();
        Change(context, direct, direct.Appender.Appenders[1], "directly");
        Change(context, indirect, file, "in a forwarding appender");
        ScenarioLog newcomer = new(context, appender => appender.CloseTimeout = CloseTimeout);
        context.Within(AtOnce, "AddAppender of a forwarding appender that hangs", () => newcomer.Appender.AddAppender(forwarding));
        context.Within(CloseTimeout + PromisedTimes.AfterCloseTimeout, "Close", direct.Close);
        context.Within(CloseTimeout + PromisedTimes.AfterCloseTimeout, "Close with a forwarding appender", indirect.Close);
        context.Within(CloseTimeout + PromisedTimes.AfterCloseTimeout, "Close of the newcomer", newcomer.Close);
        direct.CheckCalls();
        indirect.CheckCalls();
    }

    private static void Change(ScenarioContext context, ScenarioLog log, IAppender other, string where)
    {
        context.Within(
            AtOnce,
            $"AddAppender with an appender that hangs {where}",
            () => log.Appender.AddAppender(new MemoryAppender { Name = "added" }));
        context.Within(AtOnce, $"RemoveAppender with an appender that hangs {where}", () => log.Appender.RemoveAppender(other));
        context.Within(AtOnce, $"ActivateOptions with an appender that hangs {where}", log.Appender.ActivateOptions);
        context.Within(AtOnce, $"a log call with an appender that hangs {where}", () => log.Write(1));
    }

    private static void Caller(ScenarioContext context)
    {
        ScenarioLog log = Hang(context, new HangingAppender(HangingCall.Append));
        log.Appender.QueueLimit = 100;
        log.Appender.BlockTimeout = -1;
        log.Appender.ActivateOptions();
        context.Ready();
        Thread caller = new(() => log.Write(200)) { IsBackground = true };
        caller.Start();
        context.Eventually(() => log.Counters.Pending >= 100, 5_000, "the queue was not full");
        context.Check(!caller.Join(200), "no call waited");
        log.Appender.Overflow = OverflowPolicy.DropNewest;
        log.Appender.ActivateOptions();
        context.Check(caller.Join(AtOnce), "a waiting call did not obey the new options");
        context.Within(CloseTimeout + PromisedTimes.AfterCloseTimeout, "Close", log.Close);
        context.Check(caller.Join(AtOnce), "a waiting call did not end with Close");
        log.CheckCalls();
    }

    private static void Flush(ScenarioContext context)
    {
        ScenarioLog log = Hang(context, new HangingAppender(HangingCall.Append));
        bool? flushed = null;
        Thread flushing = new(() => flushed = log.Appender.Flush(-1)) { IsBackground = true };
        context.Ready();
        flushing.Start();
        context.Check(!flushing.Join(200), "Flush did not wait");
        context.Within(CloseTimeout + PromisedTimes.AfterCloseTimeout, "Close", log.Close);
        context.Check(flushing.Join(AtOnce), "Flush went on waiting after Close");
        context.Check(flushed != true, "Flush returned true");
        context.Within(
            AtOnce,
            "a second Flush without limit",
            () => context.Check(!log.Appender.Flush(-1), "a second Flush returned true"));
        context.Within(AtOnce, "a second Close", log.Appender.Close);
        BufferStatistics counters = log.CheckCalls();
        context.Check(counters.Forwarded == 0, $"{counters.Forwarded} events are counted as forwarded");
    }

    private static ScenarioLog Hang(ScenarioContext context, HangingAppender hanging, params IAppender[] others)
    {
        ScenarioLog log = new(context, appender => (appender.CloseTimeout, appender.IdleTime) = (CloseTimeout, 1), [hanging, .. others]);
        log.Write(1);
        context.Check(hanging.HasEntered(5_000), "the worker did not come to the appender");
        log.Write(10);
        return log;
    }
}

/// <summary>Where an appender hangs.</summary>
internal enum HangingCall
{
    Append,
    Flush,
    Close,
}

/// <summary>Never comes back from one of its calls, unless it is released.</summary>
internal sealed class HangingAppender(HangingCall call) : IAppender, IFlushable
{
    private readonly ManualResetEventSlim _entered = new();
    private readonly ManualResetEventSlim _released = new();

    public string Name { get; set; } = "hanging";

    public bool HasEntered(int milliseconds) => _entered.Wait(milliseconds);

    public void Release() => _released.Set();

    public void DoAppend(LoggingEvent loggingEvent) => HangIn(HangingCall.Append);

    public bool Flush(int millisecondsTimeout)
    {
        HangIn(HangingCall.Flush);
        return true;
    }

    public void Close() => HangIn(HangingCall.Close);

    private void HangIn(HangingCall current)
    {
        if (current == call)
        {
            _entered.Set();
            _released.Wait();
        }
    }
}
