namespace Benchmarker.DogStatsd;

/// <summary>The article's inputs.</summary>
internal static class ArticleTags
{
    public static readonly string[] Global = ["app:foo", "env:abc", "version:123"];

    public static readonly string[] Texts = ["host:storage", "network:gigabit", "request:xyz"];

    /// <summary>
    /// An array for all that are compared: it is what the package takes, and a dictionary would be slower to go through.
    /// </summary>
    public static readonly KeyValuePair<string, string?>[] Pairs =
        [new("host", "storage"), new("network", "gigabit"), new("request", "xyz")];
}
