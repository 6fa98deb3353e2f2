using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Shared;

/// <summary>
/// The way of a package to log4net's internal log, which never waits: log4net writes to standard error, and on Unix each such write waits
/// for the lock of standard output, which a console that nobody reads can hold for ever. Who listens to that log gets a message on one
/// thread, the console on another, so that a file has what the console does not take. Thread-safe, never throws: neither a log call nor a
/// thread may end because of a handler.
/// </summary>
internal static class InternalLog
{
    /// <summary>How long an end waits for its last messages, in milliseconds.</summary>
    public const int AtEnd = 100;

    private static readonly NoticeQueue _notices = new("Easy.Logger notices", count => Raise(Level.Warn, Missing(count), exception: null));
    private static readonly NoticeQueue _console = new("Easy.Logger console", count => Print(Level.Warn, Missing(count), exception: null));
    private static object? _handler; // the last one that was posted and has not been called yet

    /// <summary>A program that ends soon after a mistake in its configuration shows it all the same.</summary>
    static InternalLog()
    {
        EventHandler onExit = static (_, _) => Flush(AtEnd);
        AppDomain.CurrentDomain.ProcessExit += onExit;
        LoadContext.OnOwnUnloading(() => AppDomain.CurrentDomain.ProcessExit -= onExit);
    }

    public static void Error(string message, Exception? exception = null) => Write(Level.Error, message, exception);

    public static void Warn(string message, Exception? exception = null) => Write(Level.Warn, message, exception);

    /// <summary>Seen when log4net's internal debugging is on.</summary>
    public static void Debug(string message)
    {
        if (LogLog.InternalDebugging)
        {
            Write(Level.Debug, message, exception: null);
        }
    }

    /// <summary>Has something done that may call handlers of the application, or wait for a disk.</summary>
    /// <returns>Whether it will be done.</returns>
    public static bool Post(Action notice) => _notices.Post(notice);

    /// <summary>
    /// Has log4net's own error handler called, which writes its first error to the internal log, the console first, and ignores those that
    /// follow. Any other, a subclass too, is called at once.
    /// </summary>
    public static void Pass(IErrorHandler handler, Action<IErrorHandler> error)
    {
        if (handler is not OnlyOnceErrorHandler once || once.GetType() != typeof(OnlyOnceErrorHandler))
        {
            error(handler);
        }
        else if (once.IsEnabled && !ReferenceEquals(Interlocked.Exchange(ref _handler, once), once))
        {
            bool isPosted = _console.Post(() =>
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
    public static bool Flush(int milliseconds) => _notices.Flush(ref milliseconds) & _console.Flush(ref milliseconds);

    /// <summary>Its next error counts: it may be enabled again.</summary>
    private static void Release(OnlyOnceErrorHandler handler) => Interlocked.CompareExchange(ref _handler, null, handler);

    private static void Write(Level level, string message, Exception? exception)
    {
        if (LogLog.QuietMode)
        {
            return;
        }

        try
        {
            Post(level, message, exception);
        }
        catch (OutOfMemoryException)
        {
            _notices.LeaveOut();
        }
    }

    private static void Post(Level level, string message, Exception? exception)
    {
        _notices.Post(() => Raise(level, message, exception));
        if (LogLog.EmitInternalMessages)
        {
            _console.Post(() => Print(level, message, exception));
        }
    }

    private static string Missing(long count) =>
        $"Easy.Logger: {count} notice(s) are missing here, because this log was not written for too long.";

    /// <summary>As log4net's own messages begin.</summary>
    private static string PrefixOf(Level level) => level == Level.Debug ? "log4net: " : $"log4net:{level.Name} ";

    private static void Raise(Level level, string message, Exception? exception) =>
        LogLog.OnLogReceived(typeof(InternalLog), PrefixOf(level), message, exception);

    /// <summary>Where log4net's own messages go, too.</summary>
    private static void Print(Level level, string message, Exception? exception)
    {
        string text = PrefixOf(level) + message + (exception is null ? string.Empty : Environment.NewLine + TextOf(exception));
        (level == Level.Debug ? Console.Out : Console.Error).WriteLine(text);
        Trace.WriteLine(text);
    }

    /// <summary>Of any exception, those of applications included.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "The exception is one of the application, and its text is its own code.")]
    public static string TextOf(Exception exception)
    {
        try
        {
            return exception.ToString();
        }
        catch (Exception e)
        {
            return $"{exception.GetType()}, whose text failed with {e.GetType().Name}";
        }
    }
}
