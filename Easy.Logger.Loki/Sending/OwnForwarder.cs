using Easy.Logger.Loki.Configuration;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Loki.Sending;

/// <summary>
/// The queue and the worker of a <see cref="LokiAppender" /> that is not behind a forwarder: a forwarder with default options, made with the first event that comes alone. Thread-safe.
/// </summary>
internal sealed class OwnForwarder(LokiAppender appender)
{
    private readonly object _lock = new();
    private volatile AsyncBufferingForwardingAppender? _forwarder;
    private volatile LokiSettings _settings = new();
    private bool _isClosed;

    /// <summary>The options that count when it is made.</summary>
    public LokiSettings Settings
    {
        set => _settings = value;
    }

    public void DoAppend(LoggingEvent loggingEvent) => (_forwarder ?? Make())?.DoAppend(loggingEvent);

    public bool Flush(int millisecondsTimeout) => _forwarder?.Flush(millisecondsTimeout) ?? true;

    public void Close()
    {
        lock (_lock)
        {
            _isClosed = true;
        }

        _forwarder?.Close();
    }

    private AsyncBufferingForwardingAppender? Make()
    {
        lock (_lock)
        {
            if (_forwarder is null && !_isClosed)
            {
                AsyncBufferingForwardingAppender forwarder = new() { Name = appender.Name, BufferSize = _settings.Limits.MostEvents, CloseTimeout = _settings.CloseTimeout };
                forwarder.AddAppender(new Batches(appender));
                forwarder.ActivateOptions();
                _forwarder = forwarder;
            }

            return _forwarder;
        }
    }

    /// <summary>The appender as the forwarder sees it. It does not close the appender, which closes the forwarder.</summary>
    private sealed class Batches(LokiAppender appender) : IBatchAppender, ITraceContextAppender
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

        public void Close()
        {
            // See above.
        }
    }
}
