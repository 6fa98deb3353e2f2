using System.CommandLine;
using System.Globalization;
using Easy.Logger.Journaling;
using log4net.Core;
using log4net.Layout;

namespace Benchmarker.Watch;

/// <summary>Shows what is in a journal, for whoever looks at a machine on which a program has crashed. Changes nothing.</summary>
internal static class JournalCommand
{
    public static Command Create()
    {
        Argument<DirectoryInfo> folder = new("FOLDER") { Description = "What the option journal names." };
        Option<bool> print = new("--print") { Description = "Also print the events that are not forwarded yet." };
        Command command = new("journal", "Shows the lanes, segments and events of a journal, and what a recovery would do.")
        {
            folder,
            print,
        };
        command.SetAction(parsed =>
        {
            DirectoryInfo journal = parsed.GetRequiredValue(folder);
            if (!journal.Exists)
            {
                Console.Error.WriteLine($"'{journal}' is not a folder.");
                return ExitCode.BadInput;
            }

            new JournalListing(journal.FullName, parsed.GetValue(print), Console.Out).Write();
            return ExitCode.Success;
        });
        return command;
    }
}

/// <summary>What is in the folder of a journal, as text.</summary>
internal sealed class JournalListing(string folder, bool prints, TextWriter output)
{
    private static readonly PatternLayout _layout = new("    %utcdate{ISO8601}Z %-5level [%thread] %logger - %message%newline%exception");

    private byte[] _buffer = [];
    private int _events;
    private int _damaged;
    private int _rejected;
    private int _owned;
    private int _postponed;

    public void Write()
    {
        string[] lanes = Lane.In(folder);
        output.WriteLine($"{folder}: {lanes.Length} lane(s)");
        Array.ForEach(lanes, TryWriteLane);
        foreach (string path in Directory.GetFiles(folder, "*.rejected").Order(StringComparer.Ordinal))
        {
            WriteSegment(path, out int events, out _);
            output.WriteLine(Text(
                $"    {events} event(s) that are not forwarded any more: the process ended {SegmentReader.MaxAttempts} times over them"));
        }

        output.WriteLine();
        output.WriteLine("The next appender with this journal");
        output.WriteLine(Text($"  forwards {_events} event(s)"));
        output.WriteLine(Text($"  puts {_rejected} segment(s) aside, which ended the process {SegmentReader.MaxAttempts} times"));
        output.WriteLine(Text($"  forwards {_postponed} segment(s) a few seconds after its start only: an attempt did not end"));
        output.WriteLine(Text($"  leaves {_owned} lane(s) alone, whose owner runs"));
        output.WriteLine(Text($"  cannot read {_damaged} record(s)"));
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private void TryWriteLane(string lane)
    {
        try
        {
            WriteLane(lane);
        }
        catch (Exception e)
        {
            output.WriteLine($"{Path.GetFileName(lane)}: {e.Message}");
        }
    }

    private void WriteLane(string lane)
    {
        string[] segments = [.. Lane.SegmentsIn(lane).OrderBy(SegmentReader.FirstNumber)];
        bool isOwned = Lane.IsOwned(lane);
        string owner = isOwned ? "owned by a running process" : "its owner is gone";
        output.WriteLine(Text($"{Path.GetFileName(lane)}: {segments.Length} segment(s), {owner}"));
        _owned += isOwned ? 1 : 0;
        foreach (string path in segments)
        {
            int attempts = WriteSegment(path, out int events, out int damaged);
            if (!isOwned)
            {
                _damaged += damaged;
                _rejected += attempts >= SegmentReader.MaxAttempts ? 1 : 0;
                _postponed += attempts is > 0 and < SegmentReader.MaxAttempts ? 1 : 0;
                _events += attempts >= SegmentReader.MaxAttempts ? 0 : events;
            }
        }
    }

    /// <returns>How often a batch of it was given away and did not end.</returns>
    private int WriteSegment(string path, out int events, out int damaged)
    {
        events = damaged = 0;
        try
        {
            using SegmentReader reader = SegmentReader.Open(path, ref _buffer, FileAccess.Read);
            using StringWriter text = new(CultureInfo.InvariantCulture);
            int attempts = 0;
            for (; reader.HasNext(); events++)
            {
                attempts = Math.Max(attempts, reader.Attempts);
                _ = reader.TryReadNext(out LoggingEvent? loggingEvent, out _);
                if (prints)
                {
                    _layout.Format(text, loggingEvent!);
                }
            }

            damaged = reader.Damaged;
            string name = Path.GetFileName(path);
            output.WriteLine(Text(
                $"  {name}: {reader.Records} record(s), {events} not forwarded, {damaged} damaged, {attempts} attempt(s)"));
            output.Write(text);
            return attempts;
        }
        catch (Exception e)
        {
            output.WriteLine($"  {Path.GetFileName(path)}: {e.Message}");
            return 0;
        }
    }
}
