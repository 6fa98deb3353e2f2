namespace Benchmarker.Latency;

/// <summary>Calls at the times of a schedule and measures each call from the moment at which it was due.</summary>
/// <remarks>
/// A loop that waits for each call before it thinks of the next one leaves out what a stall costs: the calls that a real program would have
/// made meanwhile (coordinated omission). Here they are late by the rest of the stall, and are counted so.
/// </remarks>
/// <param name="now">The clock.</param>
/// <param name="waitUntil">Returns at a time of that clock, or at once when it has passed.</param>
/// <param name="log">The call, given its number.</param>
/// <param name="record">Told how long after it was due each call returned.</param>
internal sealed class OpenLoop(Func<long> now, Action<long> waitUntil, Action<long> log, Action<long> record)
{
    /// <summary>Until the end of the schedule; what is overdue by then is not made up for.</summary>
    /// <returns>How many calls were made.</returns>
    public long Run(LoadSchedule schedule)
    {
        long calls = 0;
        for (long due = schedule.Due(0); due < schedule.End && now() < schedule.End; due = schedule.Due(calls))
        {
            waitUntil(due);
            calls++;
            log(calls);
            record(now() - due);
        }

        return calls;
    }
}
