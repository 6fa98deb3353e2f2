using System.Diagnostics;
using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace Benchmarker.EventSource;

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
