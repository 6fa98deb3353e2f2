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
        Eventually.Holds(
            () => run.Output.Any(line => line.StartsWith("process ", StringComparison.Ordinal)), $"its process id. {run.Transcript}");
        int process = int.Parse(run.Output[0].Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture);

        using EventPipeTrace trace = new(process, EventLevel.Verbose, (EventKeywords)0xF);
        run.AssertEndsWith(0);

        AssertAll(trace.End(stop: false), begun);
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
