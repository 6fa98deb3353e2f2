using Benchmarker.Reporting;

namespace Benchmarker.DogStatsd;

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
