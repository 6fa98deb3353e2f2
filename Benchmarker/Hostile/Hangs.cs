using System.Diagnostics;
using System.Runtime.InteropServices;
using Easy.Logger;

namespace Benchmarker.Hostile;

/// <summary>An attached appender hangs for ever, in one async appender or in eight, and the process ends in each way it can.</summary>
internal static class Hangs
{
    private const int CloseTimeout = 1_500;
    private const int AfterCloseTimeout = 1_000;
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
                    waited.TotalMilliseconds <= CloseTimeout + AfterCloseTimeout,
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
