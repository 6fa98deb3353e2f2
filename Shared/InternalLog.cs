using System.Diagnostics.CodeAnalysis;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Shared;

/// <summary>
/// The way of a package to log4net's internal log, which never waits: log4net writes to standard error, and on Unix each such write waits
/// for the lock of standard output, which a console that nobody reads can hold for ever. A thread of its own writes what is handed in here,
/// in order, and ends when nothing is left. Thread-safe, never throws: neither a log call nor a thread may end because of a handler.
/// </summary>
internal static class InternalLog
{
    /// <summary>Most notices that wait; those that come then are counted, and the next one that has room says how many.</summary>
    internal const int Capacity = 1024;

    /// <summary>How long an end waits for its last messages, in milliseconds.</summary>
    public const int AtEnd = 100;

    private const int Step = 50; // of a wait, in milliseconds

    private static readonly object _lock = new();
    private static readonly Queue<Action> _notices = new();
    private static long _leftOut;
    private static bool _isWriting;
    private static object? _handler; // the last one that was posted and has not been called yet

    public static void Error(string message, Exception? exception = null) => Write(LogLog.Error, message, exception);

    public static void Warn(string message, Exception? exception = null) => Write(LogLog.Warn, message, exception);

    /// <summary>Seen when log4net's internal debugging is on.</summary>
    public static void Debug(string message)
    {
        if (LogLog.InternalDebugging)
        {
            Write(LogLog.Debug, message, exception: null);
        }
    }

    /// <summary>Has something done that may write to standard error, or call handlers of the application.</summary>
    /// <returns>Whether it will be done.</returns>
    public static bool Post(Action notice)
    {
        try
        {
            using (Uninterrupted.Lock(_lock))
            {
                if (_notices.Count >= Capacity)
                {
                    _leftOut++;
                    return false;
                }

                if (_leftOut > 0)
                {
                    string missing = $"Easy.Logger: {_leftOut} notice(s) are missing here, because this log was not written for too long.";
                    _leftOut = 0;
                    _notices.Enqueue(() => LogLog.Warn(typeof(InternalLog), missing));
                }

                _notices.Enqueue(notice);
                if (!_isWriting)
                {
                    BackgroundThread.Start(WriteAll, "Easy.Logger notices"); // without one the next notice tries again
                    _isWriting = true;
                }

                return true;
            }
        }
        catch (Exception)
        {
            // No memory, or no thread: this is the last resort, and neither a log call nor the worker may end for it.
            return false;
        }
    }

    /// <summary>
    /// Has log4net's own error handler called, which writes its first error to the internal log and ignores those that follow. Any other, a
    /// subclass too, is called at once.
    /// </summary>
    public static void Pass(IErrorHandler handler, Action<IErrorHandler> error)
    {
        if (handler is not OnlyOnceErrorHandler once || once.GetType() != typeof(OnlyOnceErrorHandler))
        {
            error(handler);
        }
        else if (once.IsEnabled && !ReferenceEquals(Interlocked.Exchange(ref _handler, once), once))
        {
            bool isPosted = Post(() =>
            {
                try
                {
                    error(once);
                }
                finally
                {
                    Release(once);
                }
            });
            if (!isPosted)
            {
                Release(once);
            }
        }
    }

    /// <summary>Waits until all that was handed in is written.</summary>
    /// <param name="milliseconds">The longest wait, negative without limit; a process that is stopped meanwhile goes on waiting.</param>
    /// <returns>Whether it is.</returns>
    public static bool Flush(int milliseconds)
    {
        using (Uninterrupted.Lock(_lock))
        {
            try
            {
                for (int left = milliseconds; _isWriting && left != 0; left -= milliseconds < 0 ? 0 : Math.Min(left, Step))
                {
                    Monitor.Wait(_lock, milliseconds < 0 ? Step : Math.Min(left, Step));
                }
            }
            catch (ThreadInterruptedException)
            {
                Thread.CurrentThread.Interrupt(); // seen by the caller at its own next wait
            }

            return !_isWriting;
        }
    }

    /// <summary>Its next error counts: it may be enabled again.</summary>
    private static void Release(OnlyOnceErrorHandler handler) => Interlocked.CompareExchange(ref _handler, null, handler);

    private static void Write(Action<Type, string, Exception?> write, string message, Exception? exception) =>
        Post(() => write(typeof(InternalLog), message, exception));

    [SuppressMessage("Design", "CA1031", Justification = "Handlers of the application run in here; nobody is left to report to.")]
    private static void WriteAll()
    {
        while (true)
        {
            Action notice;
            using (Uninterrupted.Lock(_lock))
            {
                if (_notices.Count == 0)
                {
                    _isWriting = false;
                    Monitor.PulseAll(_lock);
                    return;
                }

                notice = _notices.Dequeue();
            }

            try
            {
                notice();
            }
            catch (Exception)
            {
                // As above.
            }
        }
    }
}
