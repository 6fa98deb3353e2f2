namespace Benchmarker.Measuring;

/// <summary>What is measured in bursts: one of several ways to do the same.</summary>
internal abstract class BurstSubject(string name)
{
    public string Name { get; } = name;

    /// <summary>Does it so many times, one after the other. Nothing else is in the measured time.</summary>
    public abstract void Write(int count);
}
