using Benchmarker.Measuring;

namespace Benchmarker.EventSource;

/// <summary>What is measured: one way to write events.</summary>
internal abstract class Subject(string name, bool isOfArticle = false) : BurstSubject(name)
{
    /// <summary>The second number of all events.</summary>
    public const int N2 = 42;

    /// <summary>Whether it is one of those that the package is compared with.</summary>
    public bool IsOfArticle { get; } = isOfArticle;

    /// <summary>Makes what is needed to write texts of a length.</summary>
    public abstract void Prepare(int length);
}
