using Easy.Logger;
using Easy.Logger.Buffering;
using log4net.Core;

namespace Benchmarker.Stress;

/// <summary>Options of a forwarder by chance: small limits, so that queues fill, and short times, so that waits end.</summary>
internal sealed class RandomOptions
{
    private readonly int _bufferSize;
    private readonly int _queueLimit;
    private readonly int _idleTime;
    private readonly int _blockTimeout;
    private readonly int _closeTimeout;
    private readonly OverflowPolicy _overflow;
    private readonly Level _flushLevel;
    private readonly bool _lossy;
    private readonly bool _batchRendering;
    private readonly bool _reportLoss;

    public RandomOptions(Chance chance)
    {
        _bufferSize = chance.Of(1, 7, 64, 512);
        _queueLimit = _bufferSize * (1 + chance.Below(20));
        _idleTime = chance.Of(1, 20, 200);

        // Not without limit: a call that waits for room holds log4net's read lock, for which a reload waits, for which a child that logs
        // waits.
        _blockTimeout = chance.Of(0, 5, 100, 500);
        _closeTimeout = chance.Of(0, 50, 300, 1000);
        _overflow = chance.Of(Enum.GetValues<OverflowPolicy>());
        _flushLevel = chance.Of(Level.Warn, Level.Error, Level.Off);
        _lossy = chance.OneIn(6);
        _batchRendering = !chance.OneIn(4);
        _reportLoss = !chance.OneIn(4);
    }

    public string ToXml() => $"""
        <bufferSize value="{_bufferSize}" /><queueLimit value="{_queueLimit}" /><idleTime value="{_idleTime}" />
        <blockTimeout value="{_blockTimeout}" /><closeTimeout value="{_closeTimeout}" /><overflow value="{_overflow}" />
        <flushLevel value="{_flushLevel.Name}" /><lossy value="{_lossy}" />
        <batchRendering value="{_batchRendering}" /><reportLoss value="{_reportLoss}" />
        <evaluator type="log4net.Core.LevelEvaluator"><threshold value="ERROR" /></evaluator>
        """;

    public void ApplyTo(AsyncBufferingForwardingAppender forwarder)
    {
        forwarder.BufferSize = _bufferSize;
        forwarder.QueueLimit = _queueLimit;
        forwarder.IdleTime = _idleTime;
        forwarder.BlockTimeout = _blockTimeout;
        forwarder.CloseTimeout = _closeTimeout;
        forwarder.Overflow = _overflow;
        forwarder.FlushLevel = _flushLevel;
        forwarder.Lossy = _lossy;
        forwarder.BatchRendering = _batchRendering;
        forwarder.ReportLoss = _reportLoss;
        forwarder.ActivateOptions();
    }
}
