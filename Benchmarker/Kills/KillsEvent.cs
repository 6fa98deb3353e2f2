using System.Globalization;
using System.Text.RegularExpressions;
using Easy.Logger.Journaling;
using log4net.Core;

namespace Benchmarker.Kills;

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
