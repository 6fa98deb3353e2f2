using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Labels;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>Lanes without an appender, whose server limits everybody at first.</summary>
internal sealed class LanesScene : IDisposable
{
    public static readonly PushReply Limited = new(PushOutcome.Retry, ErrorTypes.RateLimited, 429, "slow down");

    private readonly AnsweringTransport _transport;
    private volatile bool _isWell;

    public LanesScene(
        LokiSettings settings,
        IReadOnlyList<SpilledPush>? inherited = null,
        Action<string>? report = null,
        TimeProvider? time = null)
    {
        time ??= TimeProvider.System;
        settings = settings with { RetryLimit = TimeSpan.FromDays(1) };
        _transport = new AnsweringTransport(() => _isWell ? PushReply.Delivered(204) : Limited);
        Lanes = new PushLanes(
            settings, inherited ?? [], _transport, Counters, report ?? (_ => { }), new AgeClock(time),
            new PushInProgress());
    }

    /// <summary>Whether the server takes everything.</summary>
    public bool IsWell
    {
        set => _isWell = value;
    }

    public LokiCounters Counters { get; } = new(() => "loki");

    public PushLanes Lanes { get; }

    /// <summary>A push of one line without a tenant, as it waits.</summary>
    public static SpilledPush Push(string line)
    {
        using PushBatch batch = Batch(line);
        using ByteBuffer plain = new(capacity: 1_024);
        using ByteBuffer body = new(capacity: 1_024);
        PushFrame.Write(batch, 0, 1, plain, body);
        byte[] head = PushFrame.Head(tenant: null, DateTimeOffset.UtcNow.ToUnixTimeMilliseconds());
        return new SpilledPush(1, head, body.Written.ToArray(), string.Empty, Number: 0);
    }

    /// <summary>Keeps a push of one line.</summary>
    public KeepResult Keep(string line, string? tenant = null, PushReply? reply = null)
    {
        using PushBatch batch = Batch(line);
        KeepResult result = Lanes.Keep(batch, 0, 1, tenant, TimeSpan.Zero, reply);
        Counters.Receive(result == KeepResult.Kept ? 1 : 0);
        return result;
    }

    public void Dispose()
    {
        Lanes.Dispose();
        _transport.Dispose();
    }

    private static PushBatch Batch(string line)
    {
        PushBatch batch = new();
        byte[] text = System.Text.Encoding.UTF8.GetBytes(line);
        batch.Texts.Write(text);
        PushEntry entry = new() { LineLength = text.Length, MetadataStart = text.Length };
        batch.Add(new StreamLabels("{}"u8.ToArray(), "{}"u8.ToArray()), entry);
        return batch;
    }
}
