using Easy.Logger.Buffering;
using Easy.Logger.Diagnostics;
using log4net.Appender;

namespace Benchmarker.Hostile;

/// <summary>An attached appender hangs, and the application goes on: it changes options and appenders, flushes and closes.</summary>
internal static class StuckAppenders
{
    private const int CloseTimeout = 1_500;
    private const int AfterCloseTimeout = 1_000;
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
        context.Within(CloseTimeout + AfterCloseTimeout, "Close", direct.Close);
        context.Within(CloseTimeout + AfterCloseTimeout, "Close with a forwarding appender", indirect.Close);
        context.Within(CloseTimeout + AfterCloseTimeout, "Close of the newcomer", newcomer.Close);
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
        context.Within(CloseTimeout + AfterCloseTimeout, "Close", log.Close);
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
        context.Within(CloseTimeout + AfterCloseTimeout, "Close", log.Close);
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
