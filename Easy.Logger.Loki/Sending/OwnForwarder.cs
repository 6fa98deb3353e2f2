using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Loki.Sending;

/// <summary>
/// The queue and the worker of a <see cref="LokiAppender" /> that is not behind a forwarder: a forwarder with default options, made with the first event that comes alone. Thread-safe.
/// </summary>
internal sealed class OwnForwarder(LokiAppender appender)
{
    private readonly object _lock = new();
    private volatile AsyncBufferingForwardingAppender? _forwarder;
    private bool _isClosed;

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
                AsyncBufferingForwardingAppender forwarder = new() { Name = appender.Name, BufferSize = appender.MaxBatchEvents, CloseTimeout = appender.CloseTimeout };
                forwarder.AddAppender(new Batches(appender));
                forwarder.ActivateOptions();
                _forwarder = forwarder;
            }

            return _forwarder;
        }
    }

    /// <summary>The appender as the forwarder sees it. It does not close the appender, which closes the forwarder.</summary>
    private sealed class Batches(LokiAppender appender) : IBulkAppender, ITraceContextAppender
    {
        public string Name { get; set; } = appender.Name;

        public bool WritesTraceContext => ((ITraceContextAppender)appender).WritesTraceContext;

        public void DoAppend(LoggingEvent loggingEvent) => DoAppend([loggingEvent]);

        public void DoAppend(LoggingEvent[] loggingEvents)
        {
            if (appender.Send(loggingEvents) is { } problem)
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
