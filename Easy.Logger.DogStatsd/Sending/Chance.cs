using System.Diagnostics.CodeAnalysis;

namespace Easy.Logger.DogStatsd.Sending;

/// <summary>Random numbers for sampling. Thread-safe.</summary>
[SuppressMessage("Security", "CA5394", Justification = "They decide what is sampled.")]
internal static class Chance
{
#if NET
    /// <summary>From 0 to 1, without 1.</summary>
    public static double Next() => Random.Shared.NextDouble();
#else
    [ThreadStatic]
    private static Random? _random;

    /// <summary>From 0 to 1, without 1.</summary>
    public static double Next() => (_random ??= new Random(Guid.NewGuid().GetHashCode())).NextDouble();
#endif
}
