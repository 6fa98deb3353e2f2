using Easy.Logger.Compatibility;
using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Takes the place of an appender's error handler while the worker is in the appender. A log4net appender passes its exceptions to that handler, which reports the
/// first one and ignores all others: without this, failures could be neither counted nor reported. Everything is passed on.
/// </summary>
internal sealed class RelayErrorHandler : IErrorHandler
{
    private readonly AppenderSkeleton _appender;
    private readonly FailureReporter _reporter;
    private readonly string _source;
    private readonly bool _locks;
    private IErrorHandler? _inner;
    private Thread? _worker;

    /// <param name="appender">The appender.</param>
    /// <param name="reporter">Gets the errors.</param>
    /// <param name="source">What to call the appender in a report.</param>
    public RelayErrorHandler(AppenderSkeleton appender, FailureReporter reporter, string source)
    {
        _appender = appender;
        _reporter = reporter;
        _source = source;
        _locks = Log4NetMembers.AreAvailable && StockDoAppend.IsUsedBy(appender);
    }

    /// <summary>Errors since <see cref="Enter" />.</summary>
    public int Errors { get; private set; }

    /// <summary>
    /// Takes the place. Where log4net's own DoAppend follows, which holds the appender's lock, that lock is taken now: so two async appenders never put their
    /// handlers into one appender at the same time.
    /// </summary>
    public void Enter()
    {
        if (_locks)
        {
            Monitor.Enter(Log4NetMembers.LockOf(_appender));
        }

        Errors = 0;
        _worker = Thread.CurrentThread;
        _inner = _appender.ErrorHandler is RelayErrorHandler { _inner: { } inner } ? inner : _appender.ErrorHandler;
        _appender.ErrorHandler = this;
    }

    /// <summary>Gives the place back, unless the application has set another handler meanwhile.</summary>
    public void Exit()
    {
        try
        {
            _worker = null;
            if (ReferenceEquals(_appender.ErrorHandler, this) && _inner is not null)
            {
                _appender.ErrorHandler = _inner;
            }
        }
        finally
        {
            if (_locks)
            {
                Monitor.Exit(Log4NetMembers.LockOf(_appender));
            }
        }
    }

    public void Error(string message)
    {
        Note(message, exception: null);
        _inner?.Error(message);
    }

    public void Error(string message, Exception e)
    {
        Note(message, e);
        _inner?.Error(message, e);
    }

    public void Error(string message, Exception? e, ErrorCode errorCode)
    {
        Note(message, e);
        _inner?.Error(message, e, errorCode);
    }

    private void Note(string? message, Exception? exception)
    {
        // An appender that is also attached elsewhere may fail there at the same time; only what was handed to it here is counted here.
        if (ReferenceEquals(Thread.CurrentThread, _worker))
        {
            Errors++;
            _reporter.Failed(_source, exception, message);
        }
    }
}
