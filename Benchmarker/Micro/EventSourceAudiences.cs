using System.Diagnostics;
using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace Benchmarker.Micro;

/// <summary>Who is there to hear of an event.</summary>
public enum Audience
{
    /// <summary>No one. First, so that it is what is meant where nothing is said.</summary>
    Nobody,

    /// <summary>An EventPipe session that takes events without the stacks of their calls.</summary>
    Session,

    /// <summary>
    /// An EventPipe session as dotnet-trace opens it: the runtime walks the stack for each event, which costs far more than all else.
    /// </summary>
    SessionWithStacks,

    /// <summary>An <see cref="System.Diagnostics.Tracing.EventListener" /> of the process.</summary>
    Listener,
}

/// <summary>Makes the audiences.</summary>
internal static class Hearing
{
    public static IHearing Of(Audience audience) => audience switch
    {
        Audience.Session => new SessionHearing(withStacks: false),
        Audience.SessionWithStacks => new SessionHearing(withStacks: true),
        Audience.Listener => new ListenerHearing(),
        _ => new NobodyHearing(),
    };
}

/// <summary>An audience that is there until it is disposed of.</summary>
internal interface IHearing : IDisposable
{
    /// <summary>Waits until all events have arrived that were written so far. One that did not arrive was cheaper than it may be.</summary>
    /// <param name="written">How many they are since the beginning.</param>
    /// <exception cref="InvalidDataException">Some are missing.</exception>
    void AwaitAll(long written);
}

/// <summary>No audience.</summary>
internal sealed class NobodyHearing : IHearing
{
    public void AwaitAll(long written)
    {
    }

    public void Dispose()
    {
    }
}

/// <summary>A listener of the process that counts what it is given, inside the call.</summary>
internal sealed class ListenerHearing : EventListener, IHearing
{
    private long _heard;

    public void AwaitAll(long written)
    {
        if (_heard != written)
        {
            throw new InvalidDataException($"{_heard:N0} of {written:N0} events arrived.");
        }
    }

    // Called by the base's constructor for those that are there already; the others are made by whoever writes first.
    protected override void OnEventSourceCreated(System.Diagnostics.Tracing.EventSource eventSource)
    {
        if (eventSource.Name is HelloSource.ProviderName or EasyLoggerEventSource.ProviderName)
        {
            EnableEvents(
                eventSource, EventLevel.Informational, EasyLoggerEventSource.Keywords.Message | EasyLoggerEventSource.Keywords.Exception);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData) => _heard++;
}

/// <summary>
/// An EventPipe session on this process. A full one drops events on a short way, and drops what it has to drop without a word: so it is
/// large, is emptied between bursts, and everything is counted at its other end.
/// </summary>
/// <remarks>
/// The runtime empties its buffers each 100 ms. Bursts that follow an emptying and are much shorter than that have the buffers for
/// themselves. The reader passes on what it has got once something later comes in: so markers are written until everything is there.
/// </remarks>
internal sealed class SessionHearing : IHearing
{
    /// <summary>In megabytes.</summary>
    public const int Size = 256;

    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan _betweenMarkers = TimeSpan.FromMilliseconds(20);

    private readonly EventPipeSession _session;
    private readonly Thread _reader;
    private long _heard;
    private long _lost;
    private Exception? _failure;

    /// <param name="withStacks">Whether each event has the stack of its call, as with dotnet-trace.</param>
    public SessionHearing(bool withStacks)
    {
        long keywords = (long)(EasyLoggerEventSource.Keywords.Message | EasyLoggerEventSource.Keywords.Exception);
        _session = new DiagnosticsClient(Environment.ProcessId).StartEventPipeSession(
            new EventPipeSessionConfiguration(
                [
                    new EventPipeProvider(HelloSource.ProviderName, EventLevel.Informational, keywords),
                    new EventPipeProvider(EasyLoggerEventSource.ProviderName, EventLevel.Informational, keywords),
                    new EventPipeProvider(MarkerSource.ProviderName, EventLevel.Informational, keywords),
                ],
                Size,
                requestRundown: false,
                withStacks));
        _reader = new Thread(Read) { IsBackground = true, Name = "EventPipe reader" };
        _reader.Start();
        if (!SpinWait.SpinUntil(() => HelloSource.Instance.IsEnabled() && EasyLoggerEventSource.Instance.IsEnabled(), _patience))
        {
            throw new InvalidDataException("The session does not begin.");
        }
    }

    public void AwaitAll(long written)
    {
        Stopwatch waited = Stopwatch.StartNew();
        while (!SpinWait.SpinUntil(() => Volatile.Read(ref _heard) >= written || _failure is not null, _betweenMarkers)
            && waited.Elapsed < _patience)
        {
            MarkerSource.Instance.Marker();
        }

        if (_heard != written || _lost > 0)
        {
            throw new InvalidDataException($"{_heard:N0} of {written:N0} events arrived, {_lost:N0} were reported lost.", _failure);
        }
    }

    public void Dispose()
    {
        _session.Stop();
        _reader.Join(_patience);
        _session.Dispose();
    }

    private void Read()
    {
        try
        {
            using EventPipeEventSource source = new(_session.EventStream);
            source.AllEvents += Count;
            source.Process();
        }
        catch (Exception e)
        {
            _failure = e;
        }

        void Count(TraceEvent traceEvent)
        {
            if (traceEvent.ProviderGuid == HelloSource.Instance.Guid || traceEvent.ProviderGuid == EasyLoggerEventSource.Instance.Guid)
            {
                _lost = traceEvent.Source.EventsLost;
                Volatile.Write(ref _heard, _heard + 1);
            }
        }
    }
}

/// <summary>Events that only say that time goes on, see <see cref="SessionHearing" />.</summary>
[EventSource(Name = ProviderName)]
internal sealed class MarkerSource : System.Diagnostics.Tracing.EventSource
{
    public const string ProviderName = "EasyLogger-Benchmark-Marker";

    private const int MarkerId = 1;

    private MarkerSource()
    {
    }

    public static MarkerSource Instance { get; } = new();

    [Event(MarkerId, Level = EventLevel.Informational)]
    public void Marker() => WriteEvent(MarkerId);
}
