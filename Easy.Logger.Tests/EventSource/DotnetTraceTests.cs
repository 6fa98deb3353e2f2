using Easy.Logger.EventSource;
using EventSourceProbe;

namespace Easy.Logger.Tests.EventSource;

/// <summary>What the tool that most people read such a trace with gets, as it is called in the README.</summary>
[Category("EventSource")]
internal sealed class DotnetTraceTests
{
    [OneTimeSetUp]
    public static void Restore()
    {
        using ProbeRun restore = new("dotnet", "tool", "restore", "--tool-manifest", Manifest);
        restore.AssertEndsWith(0);
    }

    private static string Manifest => Path.Combine(Repository.Root, ".config", "dotnet-tools.json");

    /// <summary>What anybody tries first.</summary>
    [Test]
    public void Collect_NameOfTheProviderAlone_HasTheMessagesFromInfoOn() =>
        Assert.That(
            Collect(EasyLoggerEventSource.ProviderName).Where(found => found.IsLog).Select(found => found.Message),
            Is.EqualTo(ProbeEvents.All.Where(logged => logged.Level >= Level.Info).Select(logged => logged.Message)));

    private static IReadOnlyList<ProviderEvent> Collect(string providers)
    {
        using TempFolder folder = new();
        string file = folder.File("probe.nettrace");
        using ProbeRun probe = new(TestProgram.EventSourceProbe);
        Eventually.Holds(
            () => probe.Output.Any(line => line.StartsWith("process ", StringComparison.Ordinal)), $"its number. {probe.Transcript}");
        int process = int.Parse(probe.Output[0].Split(' ')[1], CultureInfo.InvariantCulture);

        using ProbeRun tool = new(
            "dotnet", "tool", "run", "dotnet-trace", "collect", "--process-id", $"{process}", "--providers", providers, "--output", file);
        tool.AssertEndsWith(0);
        probe.AssertEndsWith(0);
        using FileStream stream = File.OpenRead(file);
        return EventPipeTrace.Decode(stream);
    }
}
