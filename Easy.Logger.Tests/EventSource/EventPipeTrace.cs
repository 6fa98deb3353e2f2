using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace Easy.Logger.Tests.EventSource;

/// <summary>An EventPipe session of this process: what dotnet-trace does. Its events are read on a thread of their own.</summary>
internal sealed class EventPipeTrace : IDisposable
{
    private const int BufferMegabytes = 256;

    private readonly EventPipeSession _session;
    private readonly MemoryStream _trace = new();
    private readonly Task _reading;

    public EventPipeTrace(EventKeywords keywords)
    {
        EventPipeProvider provider = new(EasyLoggerEventSource.ProviderName, EventLevel.Verbose, (long)keywords);
        _session = new DiagnosticsClient(Environment.ProcessId).StartEventPipeSession([provider], requestRundown: false, BufferMegabytes);
        _reading = Task.Factory.StartNew(
            () => _session.EventStream.CopyTo(_trace),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
    }

    public static IReadOnlyList<ProviderEvent> Decode(Stream stream)
    {
        List<ProviderEvent> events = [];
        using EventPipeEventSource source = new(stream);
        source.Dynamic.All += read =>
        {
            if (read.ProviderName == EasyLoggerEventSource.ProviderName && (int)read.ID is > 0 and < 0xFFFE)
            {
                events.Add(new ProviderEvent(
                    (int)read.ID,
                    (EventLevel)read.Level,
                    read.PayloadNames.ToDictionary(name => name, name => (object?)read.PayloadByName(name))));
            }
        };
        source.Process();
        return events;
    }

    public IReadOnlyList<ProviderEvent> End()
    {
        _session.Stop();
        Assert.That(_reading.Wait(Support.Eventually.Patience), Is.True, "The stream of the session did not end.");
        return Decode(new MemoryStream(_trace.ToArray()));
    }

    public void Dispose()
    {
        _session.Dispose();
        _trace.Dispose();
    }
}
