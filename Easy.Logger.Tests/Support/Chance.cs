namespace Easy.Logger.Tests.Support;

/// <summary>Random numbers that are the same in every run; the seed is printed, so that a failure can be repeated.</summary>
internal sealed class Chance
{
    private ulong _state;

    public Chance(int seed)
    {
        TestContext.Out.WriteLine($"seed {seed}");
        _state = (ulong)seed;
    }

    /// <summary>A number from 0 to one less than the limit.</summary>
    public int Below(int limit)
    {
        // SplitMix64 by Sebastiano Vigna: System.Random does not promise the same numbers in the next runtime.
        _state += 0x9E3779B97F4A7C15;
        ulong mixed = _state;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return (int)((mixed ^ (mixed >> 31)) % (ulong)limit);
    }

    public T Of<T>(IReadOnlyList<T> choices) => choices[Below(choices.Count)];
}
