using Easy.Logger.Compatibility;
using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// Runs what the worker does in one appender, so that nothing it throws gets out and every error is counted. A log4net appender passes its
/// exceptions to its error handler, which reports the first one and ignores all others: so a handler of ours stands before it meanwhile.
/// Everything is passed on. It stands where the appender keeps its handler, behind the property, which a subclass may have overridden; and
/// where a text appender's writer keeps the one to which it reports, which can be another.
/// </summary>
internal sealed class AppenderGuard
{
    private readonly AppenderSkeleton? _appender;
    private readonly FailureReporter _reporter;
    private readonly string _source;
    private readonly bool _locks;
    private Relay? _relay;
    private Relay? _writerRelay; // before a handler that only the writer has
    private IErrorHandler? _handler; // of the application, that was in force at last
    private IErrorHandler? _replaced; // the one that was in force until that came
    private bool _hasLock;

    /// <param name="appender">The appender.</param>
    /// <param name="reporter">Gets the errors.</param>
    /// <param name="source">What to call the appender in a report.</param>
    public AppenderGuard(IAppender appender, FailureReporter reporter, string source)
    {
        _appender = appender as AppenderSkeleton;
        _reporter = reporter;
        _source = source;
        _locks = _appender is not null && Log4NetMembers.AreAvailable && StockDoAppend.IsUsedBy(_appender);
    }

    /// <summary>Errors that the appender has reported since the last step began.</summary>
    public int Errors { get; private set; }

    /// <summary>Worker only: runs one step in the appender.</summary>
    /// <param name="step">What to do.</param>
    /// <param name="state">What to do it with.</param>
    /// <param name="name">What to call it in a report, when it is not an append: that is done without the appender's lock.</param>
    /// <returns>Whether the appender did it: nothing thrown, no error passed to its error handler.</returns>
    public bool Try<TState>(Action<TState> step, TState state, string? name = null)
    {
        try
        {
            try
            {
                Enter(locks: name is null);
                step(state);
            }
            finally
            {
                Exit();
            }

            return Errors == 0;
        }
        catch (Exception e)
        {
            // Of every kind, OutOfMemoryException too (log4net lets it through): the next batch may well fit again.
            _reporter.Failed(_source, e, name);
            return false;
        }
    }

    /// <summary>Takes the place of the appender's error handler.</summary>
    /// <param name="locks">
    /// Whether log4net's own DoAppend follows, which holds the appender's lock. That lock is taken now: so two async appenders never put
    /// their handlers into one appender at the same time.
    /// </param>
    public void Enter(bool locks = true)
    {
        Errors = 0;
        if (_appender is null)
        {
            return;
        }

        if (locks && _locks)
        {
            Monitor.Enter(Log4NetMembers.LockOf(_appender), ref _hasLock);
        }

        TakePlaces(_appender);
    }

    /// <summary>Between two events: takes the place of a handler that the application has set meanwhile.</summary>
    public void Renew()
    {
        if (_relay is { } relay && !(relay.IsBefore(HandlerOf(_appender!))
            && (WriterOf(_appender!) is not { } writer || relay.IsBefore(writer.ErrorHandler)
                || _writerRelay?.IsBefore(writer.ErrorHandler) == true)))
        {
            GiveBack();
            TakePlaces(_appender!);
        }
    }

    private void TakePlaces(AppenderSkeleton appender)
    {
        // A new one each time: an application that meets it may keep it in a handler of its own, which is the one to pass errors on to the
        // next time. One that another async appender has left behind is none.
        IErrorHandler current;
        do
        {
            current = HandlerOf(appender);
            _relay = NewRelay(Relay.Live(current));
        }
        while (!TryReplace(current, _relay));
        ReplaceInWriter(handler =>
            ReferenceEquals(handler, current) ? _relay : _writerRelay = new Relay(this, Relay.Live(handler), replaced: null));
    }

    private Relay NewRelay(IErrorHandler handler)
    {
        if (!ReferenceEquals(handler, _handler))
        {
            (_replaced, _handler) = (_handler, handler);
        }

        return new Relay(this, handler, _replaced);
    }

    /// <summary>Gives the places back, unless the application has set another handler meanwhile.</summary>
    public void Exit()
    {
        try
        {
            GiveBack();
        }
        finally
        {
            if (_hasLock)
            {
                _hasLock = false;
                Monitor.Exit(Log4NetMembers.LockOf(_appender!));
            }
        }
    }

    private void GiveBack()
    {
        if (_relay is not { } relay)
        {
            return;
        }

        relay.End();
        _writerRelay?.End();
        _relay = _writerRelay = null;
        IErrorHandler current, live;
        do
        {
            current = HandlerOf(_appender!);
            live = Relay.Live(current); // also in place of one that the application had kept
        }
        while (!ReferenceEquals(live, current) && !TryReplace(current, live));
        ReplaceInWriter(Relay.Live);
    }

    private static IErrorHandler HandlerOf(AppenderSkeleton appender) =>
        Log4NetMembers.AreAvailable ? Log4NetMembers.ErrorHandlerOf(appender) : appender.ErrorHandler;

    private static QuietTextWriter? WriterOf(AppenderSkeleton appender) =>
        appender is TextWriterAppender text && Log4NetMembers.AreAvailable ? Log4NetMembers.WriterOf(text) : null;

    /// <summary>Puts a handler where another one is, if that still is.</summary>
    private void Exchange(IErrorHandler expected, IErrorHandler handler)
    {
        _ = ReferenceEquals(HandlerOf(_appender!), expected) && TryReplace(expected, handler);
        ReplaceInWriter(current => ReferenceEquals(current, expected) ? handler : current);
    }

    /// <returns>Whether it did; otherwise another thread has set one meanwhile.</returns>
    private bool TryReplace(IErrorHandler expected, IErrorHandler handler)
    {
        if (Log4NetMembers.AreAvailable)
        {
            return Log4NetMembers.TryReplaceErrorHandler(_appender!, expected, handler);
        }

        _appender!.ErrorHandler = handler;
        return true;
    }

    /// <summary>Under the lock that log4net holds while it sets both.</summary>
    private void ReplaceInWriter(Func<IErrorHandler, IErrorHandler> replacement)
    {
        if (WriterOf(_appender!) is not null)
        {
            using (Uninterrupted.Lock(Log4NetMembers.LockOf(_appender!)))
            {
                if (WriterOf(_appender!) is { } writer)
                {
                    writer.ErrorHandler = replacement(writer.ErrorHandler);
                }
            }
        }
    }

    private void Count(string? message, Exception? exception)
    {
        Errors++;
        _reporter.Failed(_source, exception, message);
    }

    /// <summary>The handler of one visit; afterwards it only passes on.</summary>
    /// <param name="owner">Counts.</param>
    /// <param name="inner">The handler before which it stands.</param>
    /// <param name="replaced">The one that was in force until that came: it gets what <paramref name="inner" /> passes on to this.</param>
    private sealed class Relay(AppenderGuard owner, IErrorHandler inner, IErrorHandler? replaced) : IErrorHandler
    {
        /// <summary>A handler that makes another error of one may get that, too, but not without end.</summary>
        private const int MaxNested = 8;

        [ThreadStatic]
        private static List<(IErrorHandler Handler, string? Message, Exception? Exception)>? _running;

        private volatile Thread? _worker = Thread.CurrentThread;
        private volatile IErrorHandler _inner = inner;

        public void End() => _worker = null;

        /// <summary>Whether an error passes it, to whichever handler it goes.</summary>
        public bool IsBefore(IErrorHandler handler) =>
            ReferenceEquals(handler, this) || (handler is Relay other && IsBefore(other._inner));

        /// <summary>The handler without those of visits that are over, of which there would be ever more.</summary>
        public static IErrorHandler Live(IErrorHandler handler)
        {
            while (handler is Relay { _worker: null } ended)
            {
                handler = ended._inner;
            }

            if (handler is Relay live)
            {
                live._inner = Live(live._inner);
            }

            return handler;
        }

        public void Error(string message) => Pass(message, exception: null, handler => handler.Error(message));

        public void Error(string message, Exception e) => Pass(message, e, handler => handler.Error(message, e));

        public void Error(string message, Exception? e, ErrorCode errorCode) =>
            Pass(message, e, handler => handler.Error(message, e, errorCode));

        private void Pass(string? message, Exception? exception, Action<IErrorHandler> error)
        {
            // An appender that is also attached elsewhere may fail there at the same time; only what was handed to it here is counted here.
            bool isOurs = ReferenceEquals(Thread.CurrentThread, _worker);
            if (isOurs)
            {
                owner.Count(message, exception);
            }

            // An application may have put its handler in front of this one again: then that has the error already.
            if (Array.Find([_inner, replaced], handler => handler is not null && MayGet(handler, message, exception)) is not { } next)
            {
                return;
            }

            (_running ??= []).Add((next, message, exception));
            try
            {
                if (isOurs)
                {
                    owner.Exchange(this, next); // it finds itself in its appender
                }

                InternalLog.Pass(next, error);
            }
            finally
            {
                _running.RemoveAt(_running.Count - 1);
                if (isOurs)
                {
                    owner.Exchange(next, this);
                }
            }
        }

        private static bool MayGet(IErrorHandler handler, string? message, Exception? exception)
        {
            int nested = 0;
            foreach ((IErrorHandler running, string? itsMessage, Exception? itsException) in _running ?? [])
            {
                bool isSame = itsMessage == message || (exception is not null && ReferenceEquals(itsException, exception));
                nested += !ReferenceEquals(running, handler) ? 0 : isSame ? MaxNested : 1;
            }

            return nested < MaxNested;
        }
    }
}
