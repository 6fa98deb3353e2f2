namespace Easy.Logger.Tests.Comparison;

/// <summary>
/// Random configurations write the same with and without the async appender. To go on for longer, or to repeat a seed:
/// <c>dotnet run -c Release --project Benchmarker -- compare --minutes N --seed N</c>.
/// </summary>
[Category("Comparison")]
internal sealed class ComparisonTests
{
    private const string Cases = "80";

    /// <summary>The same configurations each time, at both tiers of the just-in-time compiler.</summary>
    [TestCase("1")]
    [TestCase("100001", "--optimized")]
    public void Compare_FixedSeeds_NothingDiffers(string seed, params string[] tier) => Compare([seed, "--cases", Cases, .. tier]);

    /// <summary>Configurations that nobody has tried before; the transcript names the seed.</summary>
    [TestCase]
    [TestCase("--optimized")]
    public void Compare_NewSeeds_NothingDiffers(params string[] tier) =>
        Compare([$"{Environment.TickCount & 0xFFFFFFF}", "--cases", Cases, .. tier]);

    /// <summary>A comparison that finds nothing must be able to find something.</summary>
    [TestCase("Capture")]
    [TestCase("Filter")]
    [TestCase("Culture")]
    [TestCase("Order")]
    [TestCase("Flush")]
    [TestCase("Reload")]
    [TestCase("Detach")]
    [TestCase("Property")]
    [TestCase("Exception")]
    [TestCase("Rolling")]
    public void Compare_PlantedDefect_Differs(string plant)
    {
        using ProbeRun run = new(TestProgram.Benchmarker, [
            "compare", "--direct", "--seed", "1", "--plant", plant, "--differences", "1", "--reduce", "0",
        ]);

        run.AssertEndsWith(1);
    }

    private static void Compare(params IEnumerable<string> arguments)
    {
        using ProbeRun run = new(TestProgram.Benchmarker, [
            "compare", "--differences", "3", "--reduce", "3", "--minutes", "0.9", "--seed", .. arguments,
        ]);

        run.AssertEndsWith(0);
        TestContext.Out.WriteLine(run.Output[^1]);
    }
}
