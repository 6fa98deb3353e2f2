namespace Benchmarker;

/// <summary>Random numbers that are the same in every run with the same seed. Not thread-safe: one for each thread.</summary>
internal sealed class Chance(int seed)
{
    private ulong _state = (ulong)seed;

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

    public bool OneIn(int number) => Below(number) == 0;

    public T Of<T>(params IReadOnlyList<T> choices) => choices[Below(choices.Count)];
}
