using Easy.Logger.Loki.Configuration;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Loki.Sending;

/// <summary>The forwarder of an appender that is not behind one, made with the first event that comes alone. Thread-safe.</summary>
internal sealed class OwnForwarder(LokiAppender appender)
{
    /// <summary>The largest batch of a forwarder.</summary>
    private const int LargestBatch = 65_536;

    private readonly object _lock = new();
    private volatile AsyncBufferingForwardingAppender? _forwarder;
    private LokiSettings _settings = new();
    private bool _isClosed;

    /// <summary>Events that it dropped itself, those included that came while it was closed.</summary>
    public long Dropped => _forwarder?.Statistics is { } statistics ? statistics.Dropped + statistics.Rejected : 0;

    /// <summary>Takes options over, also while it is in use.</summary>
    public void Configure(LokiSettings settings)
    {
        using (Uninterrupted.Lock(_lock))
        {
            _settings = settings;
            if (_forwarder is { } forwarder)
            {
                Activate(forwarder);
            }
        }
    }

    /// <returns>Whether the event is counted here; otherwise it was closed before it had a queue.</returns>
    public bool TryAppend(LoggingEvent loggingEvent)
    {
        if ((_forwarder ?? Make()) is not { } forwarder)
        {
            return false;
        }

        forwarder.DoAppend(loggingEvent);
        return true;
    }

    public bool Flush(int millisecondsTimeout) => _forwarder?.Flush(millisecondsTimeout) ?? true;

    public void Close()
    {
        using (Uninterrupted.Lock(_lock))
        {
            _isClosed = true;
        }

        _forwarder?.Close();
    }

    private AsyncBufferingForwardingAppender? Make()
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_forwarder is null && !_isClosed)
            {
                AsyncBufferingForwardingAppender forwarder = new() { Name = appender.Name };
                forwarder.AddAppender(new Batches(appender));
                Activate(forwarder);
                _forwarder = forwarder;
            }

            return _forwarder;
        }
    }

    private void Activate(AsyncBufferingForwardingAppender forwarder)
    {
        forwarder.BufferSize = Math.Min(_settings.MaxBatchEvents, LargestBatch);
        forwarder.QueueLimit = _settings.QueueLimit;
        forwarder.Overflow = _settings.Overflow;
        forwarder.CloseTimeout = _settings.CloseTimeout;
        forwarder.ActivateOptions();
    }

    /// <summary>The appender as the forwarder sees it. It does not close the appender, which closes the forwarder.</summary>
    private sealed class Batches(LokiAppender appender) : IBatchAppender, ITraceContextAppender, IDrainingAppender
    {
        public string Name { get; set; } = appender.Name;

        public IReadOnlyList<ILayout> Layouts => ((IBatchAppender)appender).Layouts;

        public FixFlags Fix => ((IBatchAppender)appender).Fix;

        public bool WritesTraceContext => ((ITraceContextAppender)appender).WritesTraceContext;

        public void DoAppend(LoggingEvent loggingEvent) => DoAppend(new EventBatch([loggingEvent]));

        public void DoAppend(EventBatch batch)
        {
            if (appender.Send(batch) is { } problem)
            {
                throw new LogException(problem); // that is how a forwarder learns of it
            }
        }

        public void BeginDrain(int millisecondsTimeout) => appender.BeginDrain(millisecondsTimeout);

        public void Close()
        {
            // See above.
        }
    }
}
