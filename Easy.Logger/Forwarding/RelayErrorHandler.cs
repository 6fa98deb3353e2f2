using Easy.Logger.Compatibility;
using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Puts a handler of ours before an appender's own while the worker is in the appender. A log4net appender passes its exceptions to its
/// handler, which reports the first one and ignores all others: without this, failures could be neither counted nor reported. Everything is
/// passed on.
/// </summary>
internal sealed class RelayErrorHandler
{
    private readonly AppenderSkeleton _appender;
    private readonly FailureReporter _reporter;
    private readonly string _source;
    private readonly bool _locks;
    private Relay? _relay;
    private bool _hasLock;

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

    /// <summary>Takes the place while something else than an append is done, which log4net does without the lock.</summary>
    public void EnterUnlocked()
    {
        // A new one each time: an application that meets it may keep it in a handler of its own, which is the one to pass errors on to the
        // next time. One that another async appender has left behind is none.
        Errors = 0;
        IErrorHandler current = _appender.ErrorHandler;
        _relay = new Relay(this, current is Relay { IsEnded: true } ended ? ended.Root : current);
        _appender.ErrorHandler = _relay;
    }

    /// <summary>
    /// Takes the place. Where log4net's own DoAppend follows, which holds the appender's lock, that lock is taken now: so two async
    /// appenders never put their handlers into one appender at the same time.
    /// </summary>
    public void Enter()
    {
        if (_locks)
        {
            Monitor.Enter(Log4NetMembers.LockOf(_appender), ref _hasLock);
        }

        EnterUnlocked();
    }

    /// <summary>Gives the place back, unless the application has set another handler meanwhile.</summary>
    public void Exit()
    {
        try
        {
            if (_relay is { } relay)
            {
                relay.End();
                if (ReferenceEquals(_appender.ErrorHandler, relay))
                {
                    _appender.ErrorHandler = relay.Inner is Relay { IsEnded: true } ? relay.Root : relay.Inner;
                }
            }
        }
        finally
        {
            _relay = null;
            if (_hasLock)
            {
                _hasLock = false;
                Monitor.Exit(Log4NetMembers.LockOf(_appender));
            }
        }
    }

    private void Count(string? message, Exception? exception)
    {
        Errors++;
        _reporter.Failed(_source, exception, message);
    }

    /// <summary>The handler of one visit; afterwards it only passes on.</summary>
    private sealed class Relay(RelayErrorHandler owner, IErrorHandler inner) : IErrorHandler
    {
        private volatile Thread? _worker = Thread.CurrentThread;

        public IErrorHandler Inner => inner;

        /// <summary>The handler behind those of all async appenders.</summary>
        public IErrorHandler Root => inner is Relay other ? other.Root : inner;

        public bool IsEnded => _worker is null;

        public void End() => _worker = null;

        public void Error(string message)
        {
            Note(message, exception: null);
            inner.Error(message);
        }

        public void Error(string message, Exception e)
        {
            Note(message, e);
            inner.Error(message, e);
        }

        public void Error(string message, Exception? e, ErrorCode errorCode)
        {
            Note(message, e);
            inner.Error(message, e, errorCode);
        }

        private void Note(string? message, Exception? exception)
        {
            // An appender that is also attached elsewhere may fail there at the same time; only what was handed to it here is counted here.
            if (ReferenceEquals(Thread.CurrentThread, _worker))
            {
                owner.Count(message, exception);
            }
        }
    }
}
