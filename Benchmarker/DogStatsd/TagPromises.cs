namespace Benchmarker.DogStatsd;

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
