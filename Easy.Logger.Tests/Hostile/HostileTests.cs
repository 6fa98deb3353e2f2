using Benchmarker.Soak.Hostile;

namespace Easy.Logger.Tests.Hostile;

/// <summary>
/// A hostile machine, one scenario at a time, in the short form. All of them, or one again and again:
/// <c>dotnet run -c Release --project Benchmarker -- hostile --scenario NAME --times N</c>.
/// </summary>
[Platform("Linux")]
[Category("Hostile")]
internal sealed class HostileTests
{
    private static readonly TimeSpan _shortPause = TimeSpan.FromSeconds(3);

    private static IEnumerable<string> Scenarios() => HostileCatalog.All.Select(scenario => scenario.Name);

    private static IEnumerable<string> ControlScenarios() => Controls.All.Select(scenario => scenario.Name);

    /// <summary>A promise in seconds is shown by the command on a machine of its own; here everything comes to its end at all.</summary>
    [OneTimeSetUp]
    public static void Tolerate() => PromisedTimes.Tolerance = TimeSpan.FromSeconds(60);

    [TestCaseSource(nameof(Scenarios))]
    public void Hostile_Scenario_Holds(string name)
    {
        HostileResult result = new HostileRun(HostileCatalog.Find(name)!, _shortPause).Run();

        if (result.Skipped)
        {
            Assert.Ignore(result.Seen);
        }

        Assert.That(result.Faults, Is.Empty, $"{result.Promise}; seen: {result.Seen}");
    }

    /// <summary>The parent notices what is wrong: a fault, a hang, an exception, and an end that is early, late or never comes.</summary>
    [TestCaseSource(nameof(ControlScenarios))]
    public void Hostile_PromiseIsBroken_DoesNotHold(string name)
    {
        using ProbeRun run = new(TestProgram.Benchmarker, "hostile", "--scenario", name, "--pause", "0.1");

        run.AssertEndsWith(1);

        Assert.That(run.Output, Has.Some.StartsWith($"DOES NOT HOLD: {name}: "), run.Transcript);
    }
}
