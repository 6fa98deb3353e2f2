using Benchmarker.Soak;
using Easy.Logger.Loki;

namespace Easy.Logger.Tests.Stress;

/// <summary>
/// Every line that is logged is stored once or counted as lost, whatever the server does. To repeat a seed, or to go on for longer:
/// <c>dotnet run -c Release --project Benchmarker -- loki-faults --seed N --minutes N</c>.
/// </summary>
[Category("Stress")]
[Category("Loki")]
internal sealed class LokiFaultsTests
{
    private static readonly TimeSpan _runTime = TimeSpan.FromSeconds(1);

    [TestCase(4)]
    [NonParallelizable] // its limits are short, and a busy machine is slow
    public void Run_FaultsAtRandom_EveryLineIsStoredOnceOrCounted(int seed)
    {
        IReadOnlyList<StressResult> results = LokiFaultsRun.Run(seed, _runTime);

        Assert.That(results.SelectMany(result => result.Faults), Is.Empty, string.Join('\n', results.Select(result => result.Summary)));
    }

    /// <summary>What makes the others worth something.</summary>
    [Test]
    public void Run_PushesThatAreLost_AreFound()
    {
        using LosingHandler plant = new();

        StressResult result = new LokiFaultsRound(seed: 1, LokiEncoding.Protobuf, isBehind: true, _runTime, plant).Run();

        Assert.That(result.Faults, Has.Some.Contains("are missing"));
    }
}
