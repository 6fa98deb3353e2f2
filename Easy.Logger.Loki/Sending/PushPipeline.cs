using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Lines;

namespace Easy.Logger.Loki.Sending;

/// <summary>The way of events to Loki, from rendering to the answer. Made for one set of options; one call at a time.</summary>
internal sealed class PushPipeline : IDisposable
{
    private readonly LokiSettings _settings;
    private readonly PushTransport _transport;
    private readonly PushAttempts _attempts;
    private readonly PushEncoder _encoder;
    private readonly PushLanes? _lanes;
    private readonly PushSender _sender;
    private readonly LokiCounters _counters;
    private readonly PushBatch _batch = new();
    private readonly BatchBuilder _builder;
    private readonly SendFailures _failures = new();

    /// <summary>With a client of the application, or with one of our own, and with pushes that waited in memory before.</summary>
    public PushPipeline(
        LokiSettings settings,
        HttpClient? client,
        LokiCounters counters,
        Action<string> report,
        IReadOnlyList<SpilledPush> waiting,
        KnownStreams streams,
        AgeClock clock,
        PushInProgress inProgress)
    {
        _settings = settings;
        _counters = counters;
        _transport = Transports.Of(settings, client, clock.Time);
        _encoder = new PushEncoder(settings.Encoding, settings.Compression);
        _attempts = new PushAttempts(_transport, settings.DropRateLimited, counters, clock.Time, inProgress);
        _lanes = PushLanes.AreNeeded(settings, waiting)
            ? new PushLanes(settings, waiting, _transport, counters, report, clock, inProgress)
            : null;
        _sender = new PushSender(_encoder, _attempts, new RetrySchedule(settings.RetryLimit), _lanes, counters, _failures);
        _builder = new BatchBuilder(settings, _batch, streams, report, clock.Time);
    }

    /// <summary>Whether a wait for the next try is under way. Any thread may ask.</summary>
    public bool IsWaiting => _attempts.IsWaiting;

    /// <summary>Whether what does not get there waits on disk.</summary>
    public bool KeepsOnDisk => _lanes is { IsOnDisk: true };

    /// <summary>Sends events that have been counted as received. When it is cancelled, what is left is dropped or waits on disk.</summary>
    /// <returns>What went wrong, in one sentence; <see langword="null" /> when nothing was lost.</returns>
    public string? Send(List<BatchItem> events, CancellationToken cancellation, out long failed)
    {
        _failures.Clear();
        if (_settings.TenantProperty is null)
        {
            SendAll(events, _settings.Tenant, cancellation);
        }
        else
        {
            SendByTenant(events, cancellation);
        }

        failed = _failures.Lines;
        return _failures.HasAny ? _failures.Describe(_transport.Address) : null;
    }

    /// <summary>After <see cref="Dispose" />: takes the pushes that wait in memory.</summary>
    public IReadOnlyList<SpilledPush> TakeWaiting() => _lanes?.TakeAll() ?? [];

    /// <summary>Waits until nothing waits on disk or in memory.</summary>
    public bool Flush(int millisecondsTimeout) => _lanes?.Flush(millisecondsTimeout) ?? true;

    /// <summary>After <see cref="Dispose" />: waits until nothing is being sent any more.</summary>
    /// <returns>Whether it is so.</returns>
    public bool WaitForEnd(int millisecondsTimeout) => _lanes?.WaitForEnd(millisecondsTimeout) ?? true;

    public void Dispose()
    {
        _lanes?.Dispose();
        _transport.Dispose();
        _encoder.Dispose();
        _sender.Dispose();
        _builder.Dispose();
        _batch.Dispose();
    }

    private void SendByTenant(List<BatchItem> events, CancellationToken cancellation)
    {
        foreach (IGrouping<string?, BatchItem> group in events.GroupBy(TenantOf, StringComparer.Ordinal))
        {
            SendAll([.. group], group.Key, cancellation);
        }
    }

    private string? TenantOf(BatchItem item)
    {
        try
        {
            return item.Event.LookupProperty(_settings.TenantProperty!) is { } value
                && PropertyText.Of(value) is { } tenant
                && RequestOptions.IsTenant(tenant)
                    ? tenant
                    : _settings.Tenant;
        }
        catch (Exception)
        {
            return _settings.Tenant; // a value of the application: as one that is no name
        }
    }

    private void SendAll(List<BatchItem> events, string? tenant, CancellationToken cancellation)
    {
        _batch.Clear();
        for (int i = 0; i < events.Count; i++)
        {
            if (!TryAdd(events[i]))
            {
                SendBatch(tenant, cancellation);
                TryAdd(events[i]);
            }
        }

        SendBatch(tenant, cancellation);
    }

    private bool TryAdd(BatchItem item)
    {
        try
        {
            return _builder.TryAdd(item);
        }
        catch (Exception e)
        {
            // A layout or a value of the application. It must not cost the other lines.
            _counters.Drop(1, ErrorTypes.NotRendered);
            _failures.Add(1, PushReply.NotSent(ErrorTypes.NotRendered, e));
            return true;
        }
    }

    private void SendBatch(string? tenant, CancellationToken cancellation)
    {
        if (_batch.Count > 0)
        {
            _sender.Send(_batch, tenant, cancellation);
            _batch.Clear();
        }
    }
}
