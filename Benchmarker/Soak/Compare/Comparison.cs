using System.Text.RegularExpressions;

namespace Benchmarker.Soak.Compare;

/// <summary>
/// Runs a case through log4net alone and through the async appender and compares every destination. With one thread the text must be the
/// same, byte by byte; with several the lines must be the same and each thread's lines must keep their order.
/// <para>
/// What differs on purpose, or in log4net itself, is masked or not generated. This is the whole list:
/// </para>
/// <list type="bullet">
/// <item>An appender that logs and has two parents: log4net itself waits for its own locks in turn. Not generated.</item>
/// <item>Time stamps: masked in XML and mail; patterns print the year only. Therefore also when files roll by date.</item>
/// <item>Events that an attached appender logs itself: the async appender may count them instead of writing them. Destinations filter
/// them out.</item>
/// <item>Values whose text is another one at each call of ToString; values change between log calls only.</item>
/// <item>Properties without a value and empty stacks: whatever fixes an event drops them, log4net's own buffers too. Not generated.</item>
/// <item>The properties log4net:UserName and log4net:Identity: whatever fixes an event adds them, or not, by what was read before. They
/// are taken out, and the lines of a destination compared, because files roll elsewhere with them.</item>
/// <item>What <c>fix</c> leaves out, and mutable values that it includes, are read when an attached appender asks. With <c>fix</c> there is
/// one async appender, not a lossy one, without buffers or masking forwarders, which fix the rest of the event, behind it, always with
/// attached appenders, and nothing that it may read changes later; no other appender gets the event. The thread's name may be the worker's
/// then, so files may roll elsewhere.</item>
/// <item>Mutable values in properties, before appenders that render later than at the call without the async appender too: log4net's
/// buffers and MemoryAppender. Not generated.</item>
/// <item>What an appender reads of its thread: AsyncLocal and thread-static values. Only context properties and stacks are used.</item>
/// <item>The order between async appenders that write to one destination. A case has one console and one trace appender; an appender with
/// two parents is compared by its lines.</item>
/// <item>Buffers of log4net and lossy ones with several threads: the thread that fills one renders all of it. Not generated.</item>
/// <item>XmlLayoutSchemaLog4J writes properties into the event, which appenders without the async appender between then show as well. It is
/// only compared with itself.</item>
/// <item>What an appender behind a buffer logs while the buffer is flushed: it fills log4net's buffer again, and is re-entrant behind the
/// async appender. Not generated.</item>
/// <item>Mutable values in properties, before code of an application: it gets the value itself. They change only where log4net's own
/// layouts and filters print them.</item>
/// <item>Events from data that lacks something count as fixed, and what is missing is missing wherever they are fixed again. With buffers
/// and the like, the data are complete.</item>
/// <item>Where files roll with several threads: depends on their order. The lines of all files together are compared.</item>
/// <item>A file without ImmediateFlush: log4net's own Flush discards what the file buffers. Not generated.</item>
/// <item>A rolling file with InterProcessLock: log4net waits for its own lock on another thread. Not generated.</item>
/// <item>A date in the name of the active file of a rolling appender: on a restart log4net takes it for a number of backups and renames as
/// many files. Not generated.</item>
/// <item>ActivateOptions of a lossy or non-empty log4net buffer discards what it holds. Buffers are flushed before; lossy ones are left
/// alone.</item>
/// </list>
/// </summary>
internal sealed partial class Comparison(CompareOptions options)
{
    private static readonly char[] _letters = [.. "abcdefghijklmnopqrstuvwxyz "];

    /// <returns>The first difference; <see langword="null" /> when there is none.</returns>
    public string? Compare(ComparisonCase comparisonCase)
    {
        CaseResult expected = Run(comparisonCase, isAsync: false, Plant.None);
        CaseResult actual = Run(comparisonCase, !options.Direct, options.Plant);
        if (expected.Faults.Concat(actual.Faults).FirstOrDefault() is { } fault)
        {
            return fault;
        }

        IEnumerable<string> names = expected.Outputs.Keys.Union(actual.Outputs.Keys);
        foreach (IGrouping<string, string> files in names.GroupBy(name => Destination().Match(name).Value))
        {
            bool isShared = comparisonCase.Shared is { } shared && files.Key.TrimStart(_letters) == $"{shared}";
            bool isExact = comparisonCase is { Threads: 1, HasFix: false } && !isShared
                && !files.Any(file => HasFixed(file, expected.Outputs) || HasFixed(file, actual.Outputs));
            string? difference = isExact
                ? files.Select(file => Exact(file, expected.Outputs, actual.Outputs)).FirstOrDefault(found => found is not null)
                : Lines(files, expected.Outputs, actual.Outputs)
                    ?? (isShared || comparisonCase.Threads == 1 ? null : Order(files, actual.Outputs));
            if (difference is not null)
            {
                return $"{files.Key}: {difference}";
            }
        }

        return null;
    }

    private CaseResult Run(ComparisonCase comparisonCase, bool isAsync, Plant plant)
    {
        using CaseRun run = new(comparisonCase, new StageOptions(isAsync, plant, options.Folder));
        return run.Run();
    }

    private static string? Exact(string name, SortedDictionary<string, string> expected, SortedDictionary<string, string> actual)
    {
        if (!expected.TryGetValue(name, out string? wanted) || !actual.TryGetValue(name, out string? got))
        {
            return $"{name} exists only {(expected.ContainsKey(name) ? "without" : "with")} the async appender";
        }

        if (wanted == got)
        {
            return null;
        }

        return FirstDifference($"{name} line", wanted.Split('\n'), got.Split('\n'));
    }

    /// <summary>The same lines, as often, over all files of a destination.</summary>
    private static string? Lines(
        IEnumerable<string> files, SortedDictionary<string, string> expected, SortedDictionary<string, string> actual)
    {
        return FirstDifference("sorted line", Sorted(expected), Sorted(actual));

        string[] Sorted(SortedDictionary<string, string> outputs)
        {
            IEnumerable<string> lines = files.SelectMany(file => WithoutFixed(outputs.GetValueOrDefault(file, string.Empty)).Split('\n'));
            return [.. lines.Where(line => line.Length > 0).Order(StringComparer.Ordinal)];
        }
    }

    /// <summary>A thread numbers its calls; in no file a lower number follows a higher one.</summary>
    private static string? Order(IEnumerable<string> files, SortedDictionary<string, string> actual)
    {
        foreach (string file in files)
        {
            Dictionary<string, int> last = [];
            foreach (Match match in Call().Matches(actual.GetValueOrDefault(file, string.Empty)))
            {
                int number = int.Parse(match.Groups[2].Value);
                if (number < last.GetValueOrDefault(match.Groups[1].Value))
                {
                    return $"{file}: call {match.Value}after #{last[match.Groups[1].Value]}";
                }

                last[match.Groups[1].Value] = number;
            }
        }

        return null;
    }

    /// <summary>Files roll elsewhere then.</summary>
    private static bool HasFixed(string file, SortedDictionary<string, string> outputs) =>
        Fixed().IsMatch(outputs.GetValueOrDefault(file, string.Empty));

    private static string WithoutFixed(string text) => Emptied().Replace(Fixed().Replace(text, string.Empty), "$1");

    private static string? FirstDifference(string place, string[] left, string[] right)
    {
        int line = left.Zip(right).TakeWhile(pair => pair.First == pair.Second).Count();
        return line == left.Length && line == right.Length
            ? null
            : $"""
               {place} {line + 1} of {left.Length} and {right.Length}
                   without: {left.ElementAtOrDefault(line)}
                   with:    {right.ElementAtOrDefault(line)}
               """;
    }

    /// <summary>In XML, and in a pattern that writes all properties.</summary>
    [GeneratedRegex(
        """<log4(?:net|j):data name="log4net:(?:UserName|Identity)"(?: value="[^"]*")? />|log4net:(?:UserName|Identity)=[^,}]*(?:, )?""")]
    private static partial Regex Fixed();

    /// <summary>What nothing is left of.</summary>
    [GeneratedRegex("<log4(?:net|j):properties></log4(?:net|j):properties>|, (})")]
    private static partial Regex Emptied();

    [GeneratedRegex("^[a-z]+ ?[0-9]*")]
    private static partial Regex Destination();

    [GeneratedRegex("T([0-9])#([0-9]+) ")]
    private static partial Regex Call();
}
