using System.CommandLine;
using Benchmarker.Reporting;

namespace Benchmarker.Micro;

/// <summary>
/// What tags cost by the package and by the plain ways, in the article's categories, and what a sender gets through a socket.
/// </summary>
internal static class DogStatsdCommand
{
    private const double WarmUpSeconds = 0.5;

    private static readonly int[] _threadCounts = [1, 2];

    // The framework has no datagrams through Unix sockets on Windows.
    private static readonly AgentKind[] _agents = OperatingSystem.IsWindows() ? [AgentKind.Udp] : [AgentKind.Udp, AgentKind.Unix];

    public static Command Create()
    {
        Option<double> seconds = OptionSet.Seconds(
            byDefault: 3, "How long each of the ten measurements takes: six categories of tags, and a sender with four loads.");
        Command command =
            new("dogstatsd", "Tags of DogStatsD, beside string.Join and StringBuilder, and the sender through real sockets.") { seconds };
        command.SetAction(parsed => Run(parsed.GetValue(seconds)));
        return command;
    }

    private static int Run(double seconds)
    {
        BenchmarkEnvironment.Show();
        TagRow[] tags = [.. TagCategory.All.SelectMany(category => TagRow.Measure(category, seconds))];
        TagTable.Write(Console.Out, tags);
        Console.WriteLine();
        SenderRow[] loads = [.. _agents.SelectMany(agent => Loads(agent, seconds))];
        SenderTable.Write(Console.Out, loads);
        Console.WriteLine();
        return ExitCode.Of(Verdict.Report(TagPromises.Of(tags).Concat(SenderPromises.Of(loads))));
    }

    private static IEnumerable<SenderRow> Loads(AgentKind agent, double seconds)
    {
        SenderRun.Measure(agent, _threadCounts[^1], TimeSpan.FromSeconds(WarmUpSeconds));
        return _threadCounts.Select(threads => SenderRun.Measure(agent, threads, TimeSpan.FromSeconds(seconds)));
    }
}

/// <summary>One of the article's categories.</summary>
/// <param name="Name">The article's name of it.</param>
/// <param name="Kind">The tags of the message.</param>
/// <param name="HasGlobal">Whether there are global tags, too.</param>
/// <param name="RubyPerSecond">What the article gives for Ruby after its change: calls per second, on other hardware.</param>
/// <param name="RubyBytes">And bytes allocated per call.</param>
internal sealed record TagCategory(string Name, TagKind Kind, bool HasGlobal, double RubyPerSecond, int RubyBytes)
{
    /// <summary>https://github.com/DataDog/dogstatsd-ruby/pull/155, in its order.</summary>
    public static readonly IReadOnlyList<TagCategory> All =
    [
        new("no tags", TagKind.None, HasGlobal: false, 19_240_000, 0),
        new("global tags", TagKind.None, HasGlobal: true, 18_060_000, 0),
        new("tags Array", TagKind.Array, HasGlobal: false, 636_860, 328),
        new("tags Hash", TagKind.Hash, HasGlobal: false, 429_507, 568),
        new("tags Array + global tags", TagKind.Array, HasGlobal: true, 534_067, 368),
        new("tags Hash + global tags", TagKind.Hash, HasGlobal: true, 383_639, 608),
    ];
}

/// <summary>One way to write tags.</summary>
internal sealed class TagWay(string name, Func<int, long> repeat) : BurstSubject(name)
{
    public const string Span = "into a span";
    public const string BufferWriter = "into an IBufferWriter";
    public const string Text = "a string";
    public const string PlainJoin = "string.Join";
    public const string StringBuilder = "StringBuilder";

    private long _sum; // what is not used may not be computed

    /// <summary>All of them; the package's first.</summary>
    public static IReadOnlyList<TagWay> All(TagCalls calls) =>
    [
        new(Span, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += calls.IntoSpan();
            }

            return sum;
        }),
        new(BufferWriter, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += calls.IntoBufferWriter();
            }

            return sum;
        }),
        new(Text, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += calls.AsString()?.Length ?? 0;
            }

            return sum;
        }),
        new(PlainJoin, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += calls.PlainJoin()?.Length ?? 0;
            }

            return sum;
        }),
        new(StringBuilder, count =>
        {
            long sum = 0;
            for (int i = 0; i < count; i++)
            {
                sum += calls.WithStringBuilder()?.Length ?? 0;
            }

            return sum;
        }),
    ];

    public override void Write(int count) => _sum += repeat(count);
}

/// <summary>One way in one category.</summary>
internal sealed record TagRow(TagCategory Category, string Way, double Nanoseconds, double BytesPerCall, double TimesAsFast)
{
    /// <summary>Measures a category.</summary>
    public static IReadOnlyList<TagRow> Measure(TagCategory category, double seconds)
    {
        IReadOnlyList<TagWay> ways = TagWay.All(new TagCalls(category.Kind, category.HasGlobal));
        double secondsOfCycle = ways.Count * BurstRun.BurstsInCycle * BurstRun.BurstNanoseconds / 1e9;
        BurstRun run = new(ways, _ => { });
        run.Measure(cycles: 1 + (int)(seconds / 4 / secondsOfCycle)); // until everything has its final machine code
        return Of(run.Measure(cycles: 1 + (int)(seconds / secondsOfCycle)), category);
    }

    /// <summary>The rows of ways that were measured together.</summary>
    public static IReadOnlyList<TagRow> Of(IReadOnlyList<Bursts> bursts, TagCategory category)
    {
        Bursts plain = bursts.Single(one => one.Subject.Name == TagWay.PlainJoin);
        return [.. bursts.Select(one => new TagRow(category, one.Subject.Name, one.Median, one.BytesPerEvent, plain.RatioTo(one)))];
    }
}

/// <summary>The categories as lines, the ways as columns, and beside them what the article gives.</summary>
internal static class TagTable
{
    public const string Explanation =
        "The time and the bytes of one call, and how many times as fast as string.Join of the same moments. Ruby: the article's figures "
            + "after its change, of 2020, on other "
        + "hardware and in another language.";

    public static void Write(TextWriter output, IReadOnlyList<TagRow> rows)
    {
        TextColumns.Write(output, Lines(rows), numbers: true);
        output.WriteLine(Explanation);
    }

    public static IReadOnlyList<string[]> Lines(IReadOnlyList<TagRow> rows) =>
    [
        ["tags", .. rows.Select(row => row.Way).Distinct(), "Ruby, other hardware"],
        .. rows.GroupBy(row => row.Category).Select(group => (string[])[group.Key.Name, .. group.Select(Cell), Ruby(group.Key)]),
    ];

    public static string Time(double nanoseconds) => nanoseconds < 100 ? $"{nanoseconds:N1} ns" : $"{nanoseconds:N0} ns";

    private static string Cell(TagRow row) =>
        $"{Time(row.Nanoseconds)}, {row.BytesPerCall:0.###} B" + (row.Way == TagWay.PlainJoin ? string.Empty : $", {row.TimesAsFast:N1}x");

    private static string Ruby(TagCategory category) => $"{Time(1e9 / category.RubyPerSecond)}, {category.RubyBytes} B";
}

/// <summary>What the tags are judged by. Pure arithmetic.</summary>
internal static class TagPromises
{
    /// <summary>How many times as fast as string.Join when a message has no tags.</summary>
    public const double TimesWithoutTags = 5;

    /// <summary>How many times as fast as string.Join when a message has tags.</summary>
    public const double TimesWithTags = 2;

    private static readonly string[] _buffers = [TagWay.Span, TagWay.BufferWriter];

    public static IEnumerable<(bool Holds, string What)> Of(IReadOnlyList<TagRow> rows) =>
    [
        .. _buffers.Select(way => NoBytes(way, rows.Where(row => row.Way == way), TagCategory.All)),
        NoBytes(
            TagWay.Text,
            rows.Where(row => row.Way == TagWay.Text && row.Category.Kind == TagKind.None),
            [.. TagCategory.All.Where(one => one.Kind == TagKind.None)]),
        // An IBufferWriter's own work depends on who wrote it, and on what the runtime has seen of it when it compiles the calls: between
        // 1.5 and 4.8 times.
        .. TagCategory.All.Select(
            category => Fast(category, rows.FirstOrDefault(row => row.Category == category && row.Way == TagWay.Span))),
    ];

    private static (bool Holds, string What) NoBytes(string way, IEnumerable<TagRow> measured, IReadOnlyList<TagCategory> categories)
    {
        TagRow[] rows = [.. measured];
        return (
            rows.Length == categories.Count && rows.All(row => row.BytesPerCall is 0),
            $"{way}: bytes allocated per call, {string.Join(", ", rows.Select(row => $"{row.Category.Name} {row.BytesPerCall:0.###}"))}; "
                + $"0 in {categories.Count} categories");
    }

    private static (bool Holds, string What) Fast(TagCategory category, TagRow? row)
    {
        string what = $"{TagWay.Span}: {category.Name}: ";
        if (row is null)
        {
            return (false, what + "not measured");
        }

        double least = category.Kind == TagKind.None ? TimesWithoutTags : TimesWithTags;
        return (row.TimesAsFast >= least, $"{what}{row.TimesAsFast:0.00} times as fast as {TagWay.PlainJoin}; at least {least:0} times");
    }
}
