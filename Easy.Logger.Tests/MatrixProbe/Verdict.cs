using Easy.Logger.Diagnostics;
using Easy.Logger.Tests.Matrix;

namespace MatrixProbe;

/// <summary>
/// Compares what happened in a cell with what was promised. What was not kept is its text; otherwise how the action ended and what was
/// lost.
/// </summary>
internal sealed class Verdict(Cell cell, Promise promise, Stage stage)
{
    private readonly List<string> _faults = [];

    public bool Passed => _faults.Count == 0;

    /// <summary>What Flush answered.</summary>
    public bool? Answer { get; set; }

    public void Fault(string fault) => _faults.Add(fault);

    public void JudgeCalls(IEnumerable<Call> calls)
    {
        foreach (Call call in calls.Where(call => call.Thrown is not null))
        {
            Fault($"thrown: {call}");
        }
    }

    /// <summary>When action and log calls are back.</summary>
    public void JudgeTheMiddle()
    {
        foreach (ObservedForwarder appender in stage.Appenders)
        {
            Balance(appender);
        }

        BufferStatistics counters = stage.Appender.Statistics;
        Check(promise.GivesUp || counters.DroppedFor(DropReason.Closing) <= 1, "events were given up by Close before its time");
        if (promise.ChildIsStuck)
        {
            Check(
                counters.InFlight == 1 && counters.State != BufferState.Closed,
                $"the stuck child holds one event, {counters.InFlight} under way, {counters.State}");
            Check(!promise.GivesUp
                || counters.Pending == counters.InFlight, $"nothing else waits after Close timed out, {counters.Pending} pending");
        }
    }

    /// <summary>When the workers have ended.</summary>
    public void JudgeTheEnd()
    {
        BufferStatistics[] counters = [.. stage.Appenders.Select(Balance)];
        long accounted = counters.Sum(book => book.Accepted + book.Rejected);
        long settled = counters.Sum(book => book.Forwarded + book.Failed);
        string[] written = stage.Written;

        Check(Answer is null || Answer == promise.FlushAnswer, $"Flush answered {Answer}");
        Check(stage.GaveUp == promise.GivesUp, stage.GaveUp ? "closeTimeout ran out" : "closeTimeout did not run out");
        Check(counters.All(book => book.Pending == 0), "events are still pending after the worker ended");
        Check(written.Length == settled, $"{written.Length} events came to the healthy child, the counters say {settled}");
        Check(
            counters.Any(book => book.Failed > 0) == (cell.Child == ChildBehaviour.Throws),
            $"{counters.Sum(book => book.Failed)} events failed");
        Check(
            promise.SeesEveryCall ? accounted == stage.Calls : accounted <= stage.Calls,
            $"{stage.Calls} log calls, {accounted} accepted or rejected");
        Check(!promise.DropsEchoes || !promise.SeesEveryCall || !written.Contains(Stage.Echo), "an appender was fed by its own child");
        string[] unexpected = [.. Lost().Except(promise.MayLose).Select(reason => reason.ToString())];
        Check(unexpected.Length == 0, $"events were lost: {string.Join(", ", unexpected)}");
    }

    public override string ToString() => Passed
        ? string.Join("; ", [Ending, .. Lost().Select(NameOf).Distinct()])
        : string.Join("; ", [.. _faults, .. stage.Appenders.Select(Describe), .. stage.InternalMessages]);

    private string Ending => (promise.Closes, stage.GaveUp) switch
    {
        (true, true) => "timed out",
        (true, false) => "drained",
        _ => Answer switch
        {
            true => "true",
            false => "false",
            null => "removed",
        },
    };

    private static string NameOf(DropReason reason) => reason switch
    {
        DropReason.Reentrant => "echoes",
        DropReason.Closing => "closing",
        _ => "overflow",
    };

    private IEnumerable<DropReason> Lost() =>
        stage.Appenders.SelectMany(appender => appender.Statistics.DropCounts).Select(drop => drop.Reason).Distinct().Order();

    private BufferStatistics Balance(ObservedForwarder appender)
    {
        BufferStatistics counters = appender.Statistics;
        Check(
            counters.Accepted == counters.Forwarded + counters.Failed + counters.Dropped + counters.Pending,
            $"the counters do not balance: {Describe(appender)}");
        return counters;
    }

    private static string Describe(ObservedForwarder appender)
    {
        BufferStatistics counters = appender.Statistics;
        return $"{appender.Name} {counters.State}: accepted {counters.Accepted}, forwarded {counters.Forwarded}, failed "
            + $"{counters.Failed}, pending {counters.Pending},"
            + $" rejected {counters.Rejected}, dropped {counters.Dropped} ({string.Join(", ", counters.DropCounts)})";
    }

    private void Check(bool holds, string otherwise)
    {
        if (!holds)
        {
            Fault(otherwise);
        }
    }
}
