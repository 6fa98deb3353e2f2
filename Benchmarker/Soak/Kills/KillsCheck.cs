using System.Globalization;
using System.Text.RegularExpressions;
using Easy.Logger.Journaling;
using log4net.Core;

namespace Benchmarker.Soak.Kills;

/// <summary>
/// Looks for each call that had returned: in a log, in the journal, among what was damaged or refused, or counted as lost.
/// </summary>
internal sealed class KillsCheck(KillsFolder files, IReadOnlyList<KillsPlan> plans, HashSet<KillsEvent> damaged, KillsResult result)
{
    private readonly Dictionary<KillsEvent, int> _logs = []; // the first log of each event
    private readonly HashSet<KillsEvent> _excused = [.. damaged];

    public void Run()
    {
        for (int process = 0; process < plans.Count; process++)
        {
            ReadLog(process);
            ReadRefused(process);
        }

        ReadJournal();
        result.Lines = _logs.Count;
        for (int process = 0; process < plans.Count; process++)
        {
            Check(process);
        }
    }

    private void ReadLog(int process)
    {
        if (!File.Exists(files.Log(process)))
        {
            return;
        }

        HashSet<KillsEvent> here = [];
        Dictionary<int, int> twice = [];
        foreach (string line in File.ReadLines(files.Log(process)))
        {
            if (!KillsEvent.TryParse(line, out KillsEvent found))
            {
                continue;
            }

            if (!here.Add(found))
            {
                result.Faults.Add($"{found} is twice in log {process}");
            }

            result.Recovered += found.Process == process ? 0 : 1;
            if (!_logs.TryAdd(found, process))
            {
                twice[_logs[found]] = twice.GetValueOrDefault(_logs[found]) + 1;
            }
        }

        foreach ((int first, int count) in twice)
        {
            result.Twice += count;
            if (count > plans[first].BufferSize)
            {
                result.Faults.Add(
                    $"{count} lines of log {first} are in log {process} again: more than one batch of {plans[first].BufferSize}");
            }
        }
    }

    private void ReadRefused(int process)
    {
        foreach (string line in File.Exists(files.Refused(process)) ? File.ReadLines(files.Refused(process)) : [])
        {
            if (KillsEvent.TryParse(line, out KillsEvent found))
            {
                _excused.Add(found);
            }
        }
    }

    private void ReadJournal()
    {
        if (Directory.Exists(files.Journal))
        {
            string[] aside = Directory.GetFiles(files.Journal, "*.rejected");
            Array.ForEach(aside, path => _excused.UnionWith(KillsEvent.In(path)));
            if (Lane.In(files.Journal).SelectMany(Lane.SegmentsIn).ToArray() is { Length: > 0 } left)
            {
                int events = left.Sum(path => KillsEvent.In(path).Count);
                result.Faults.Add($"the last process left {left.Length} segment(s) with {events} event(s)");
            }
        }
    }

    private void Check(int process)
    {
        KillsPlan plan = plans[process];
        if (!File.Exists(files.Counters(process)))
        {
            return; // killed before its start
        }

        using KillsCounters counters = new(files.Counters(process));
        long missing = 0;
        KillsEvent example = default;
        for (int thread = 0; thread < plan.Threads; thread++)
        {
            long returned = counters.Returned(thread);
            result.Calls += returned;
            for (long number = 0; number < returned; number++)
            {
                KillsEvent call = new(process, thread, number);
                if (!_logs.ContainsKey(call) && !_excused.Contains(call))
                {
                    missing++;
                    example = call;
                }
                else if (_excused.Contains(call) && !_logs.ContainsKey(call))
                {
                    result.Excused++;
                }
            }
        }

        // A call that had not returned may have evicted an event, which nobody could count any more.
        long counted = counters.Dropped + counters.NotJournaled + (plan.Evicts ? plan.Threads : 0);
        result.CountedLosses += Math.Min(missing, counted);
        if (missing > counted)
        {
            result.Losses += missing - counted;
            result.Faults.Add($"process {process}: {missing} call(s) are nowhere, such as {example}; {counted} are counted");
        }

        CheckFirstLine(process, counters.FirstLine);
    }

    /// <summary>An appender that takes its time, or refuses what it gets, has no first line to be in time with.</summary>
    private void CheckFirstLine(int process, long firstLine)
    {
        if (plans[process] is { IsSlow: false, RefusesOneIn: 0 })
        {
            result.SlowestFirstLine = Math.Max(result.SlowestFirstLine, firstLine);
        }
    }
}

/// <summary>One log call.</summary>
internal readonly partial record struct KillsEvent(int Process, int Thread, long Number)
{
    /// <summary>The events of a segment that are not completed.</summary>
    public static HashSet<KillsEvent> In(string segment)
    {
        byte[] buffer = [];
        using SegmentReader reader = SegmentReader.Open(segment, ref buffer, FileAccess.Read);
        HashSet<KillsEvent> events = [];
        while (reader.TryReadNext(out LoggingEvent? loggingEvent, out _))
        {
            if (TryParse($"{loggingEvent!.RenderedMessage}|", out KillsEvent found))
            {
                events.Add(found);
            }
        }

        return events;
    }

    /// <summary>A line as the log has it. A kill may leave one that is not whole.</summary>
    public static bool TryParse(string line, out KillsEvent found)
    {
        Match match = Pattern.Match(line);
        found = match.Success
            ? new KillsEvent((int)Group(match, 1), (int)Group(match, 2), Group(match, 3))
            : default;
        return match.Success;
    }

    [GeneratedRegex(@"^(\d+) (\d+) (\d+) x*\|(true|\(null\))?$")]
    private static partial Regex Pattern { get; }

    private static long Group(Match match, int group) => long.Parse(match.Groups[group].ValueSpan, CultureInfo.InvariantCulture);
}
