namespace Benchmarker.EventSource;

/// <summary>What is measured, in the order in which it is shown.</summary>
internal static class Subjects
{
    public const string Baseline = "new string";

    /// <summary>What the package does with a text that is copied: what a layout writes, and what holds a NUL.</summary>
    public const string Own = "Easy.Logger";

    /// <summary>What it does with a string.</summary>
    public const string OwnString = "Easy.Logger, a string";

    /// <summary>The article's lengths of the text.</summary>
    public static readonly int[] Lengths = [10, 100, 1_000, 10_000];

    /// <summary>Without the appender: these write the same event.</summary>
    public static IReadOnlyList<Subject> Techniques() =>
    [
        new TechniqueSubject<StrAlloc>(Baseline, isOfArticle: true),
        new TechniqueSubject<PooledArray>("ArrayPool", isOfArticle: true),
        new TechniqueSubject<ThreadStatic>("thread-static buffer", isOfArticle: true),
        new TechniqueSubject<StackAlloc>("stackalloc", isOfArticle: true),
        new TechniqueSubject<StackAllocUncleared>("stackalloc, not cleared", isOfArticle: true),
        new TechniqueSubject<OwnedBuffer>(Own, isOfArticle: false),
        new StringSubject(OwnString),
    ];

    public static IReadOnlyList<Subject> All() => [.. Techniques(), new AppenderSubject()];
}
