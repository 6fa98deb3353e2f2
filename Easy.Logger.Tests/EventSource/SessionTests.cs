using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using EventSourceProbe;

namespace Easy.Logger.Tests.EventSource;

/// <summary>
/// From the log call of another process to the reader of its trace: level, order and every field, through the configuration file, the
/// queue, the worker and EventPipe.
/// </summary>
[Category("EventSource")]
internal sealed class SessionTests
{
    [Test]
    public void Trace_SwitchedOnByTheEnvironment_HasEveryEventAsItWasLogged()
    {
        using TempFolder folder = new();
        string file = folder.File("probe.nettrace");
        DateTime begun = DateTime.UtcNow;
        using ProbeRun run = new(
            TestProgram.EventSourceProbe,
            new Dictionary<string, string>
            {
                ["DOTNET_EnableEventPipe"] = "1",
                ["DOTNET_EventPipeConfig"] = $"{EasyLoggerEventSource.ProviderName}:0xF:5",
                ["DOTNET_EventPipeOutputPath"] = file,
            });
        run.AssertEndsWith(0);

        using FileStream stream = File.OpenRead(file);
        AssertAll(EventPipeTrace.Decode(stream), begun);
    }

    [Test]
    public void Trace_OpenedWhileTheProgramRuns_HasEveryEventAsItWasLogged()
    {
        DateTime begun = DateTime.UtcNow;
        using ProbeRun run = new(TestProgram.EventSourceProbe);
        using EventPipeTrace trace = new(ProcessIdOf(run), EventLevel.Verbose, (EventKeywords)0xF);
        run.AssertEndsWith(0);

        AssertAll(trace.End(stop: false), begun);
    }

    /// <summary>What anybody tries first, with the tool that most people read such a trace with, as it is called in the README.</summary>
    [Test]
    public void DotnetTrace_NameOfTheProviderAlone_HasTheMessagesFromInfoOn()
    {
        string manifest = Path.Combine(Repository.Root, ".config", "dotnet-tools.json");
        using ProbeRun restore = new("dotnet", "tool", "restore", "--tool-manifest", manifest);
        restore.AssertEndsWith(0);
        using TempFolder folder = new();
        string file = folder.File("probe.nettrace");
        using ProbeRun probe = new(TestProgram.EventSourceProbe);
        string[] collect = ["tool", "run", "dotnet-trace", "collect", "--process-id", $"{ProcessIdOf(probe)}"];

        using ProbeRun tool = new("dotnet", [.. collect, "--providers", EasyLoggerEventSource.ProviderName, "--output", file]);
        tool.AssertEndsWith(0);
        probe.AssertEndsWith(0);

        using FileStream stream = File.OpenRead(file);
        Assert.That(
            EventPipeTrace.Decode(stream).Where(found => found.IsLog).Select(found => found.Message),
            Is.EqualTo(ProbeEvents.All.Where(logged => logged.Level >= Level.Info).Select(logged => logged.Message)));
    }

    private static int ProcessIdOf(ProbeRun run)
    {
        Eventually.Holds(
            () => run.Output.Any(line => line.StartsWith("process ", StringComparison.Ordinal)), $"its process id. {run.Transcript}");
        return int.Parse(run.Output[0].Split(' ')[1], CultureInfo.InvariantCulture);
    }

    private static void AssertAll(IReadOnlyList<ProviderEvent> read, DateTime begun)
    {
        IReadOnlyList<ProbeEvent> logged = ProbeEvents.All;
        ProviderEvent[] written = [.. read.Where(found => found.IsLog)];

        Assert.That(written, Has.Length.EqualTo(logged.Count));
        Assert.That(
            written.Select(
                found => (found.Text("level"), found.Number("levelValue"), found.Logger, found.Message, found.Number("originalLength"))),
            Is.EqualTo(logged.Select(probe => (probe.Level.Name, probe.Level.Value, probe.Logger, probe.Message, probe.Message.Length))));
        Assert.That(
            written.Take(10).Select(found => (found.Id, found.Level)),
            Is.EqualTo(new[]
            {
                (1, EventLevel.Verbose), (2, EventLevel.Verbose), (3, EventLevel.Informational), (3, EventLevel.Informational),
                (4, EventLevel.Warning),
                (5, EventLevel.Error), (5, EventLevel.Error), (6, EventLevel.Critical), (6, EventLevel.Critical), (6, EventLevel.Critical),
            }));
        Assert.That(
            written.Select(found => found.Text("exception")),
            Is.EqualTo(logged.Select(probe => probe.Exception?.ToString() ?? string.Empty)));
        Assert.That(written.Select(found => found.Text("thread")), Is.All.EqualTo(ProbeEvents.ThreadName));
        Assert.That(written.Select(found => found.Text("traceId") + found.Text("spanId")), Is.All.Empty);

        long[] times = [.. written.Select(found => (long)found.Fields["timeUtcTicks"]!)];
        Assert.That(times, Is.Ordered.And.All.InRange(begun.Ticks, DateTime.UtcNow.Ticks));

        // The properties of each log event come right behind it.
        ProviderEvent[] properties = [.. read.Where(found => found.Id == 10)];
        Assert.That(properties.Select(found => (long)found.Fields["timeUtcTicks"]!), Is.EqualTo(times));
        Assert.That(properties.Select(found => found.Text("properties")),
            Is.All.EqualTo("""{"Tenant":"north","Attempt":3}""").Or.All.EqualTo("""{"Attempt":3,"Tenant":"north"}"""));
    }
}
