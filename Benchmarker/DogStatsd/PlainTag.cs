namespace Benchmarker.DogStatsd;

/// <summary>
/// What the plain ways do to a tag, as the article's serializer did. Nearly all tags come back as they are, so nothing is allocated.
/// </summary>
internal static class PlainTag
{
    public static string[] Global(IEnumerable<string?> tags) => [.. tags.Select(Clean).Where(tag => tag.Length > 0)];

    /// <summary>An empty one is left out by the caller.</summary>
    public static string Clean(string? tag) => string.IsNullOrEmpty(tag)
        ? string.Empty
        : tag.Replace("|", string.Empty, StringComparison.Ordinal).Replace(",", string.Empty, StringComparison.Ordinal);
}
