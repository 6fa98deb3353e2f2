using System.Diagnostics;

namespace log4net.Util;

public sealed partial class LogLog
{
    private const string DebugPrefix = "log4net: ";
    private const string WarnPrefix = "log4net:WARN ";
    private const string ErrorPrefix = "log4net:ERROR ";

    static LogLog()
    {
        InternalDebugging = Setting("log4net.Internal.Debug", false);
        QuietMode = Setting("log4net.Internal.Quiet", false);
        EmitInternalMessages = Setting("log4net.Internal.Emit", true);
    }

    public LogLog(Type source, string prefix, string message, Exception? exception)
    {
        Source = source;
        Prefix = prefix;
        Message = message;
        Exception = exception;
        TimeStampUtc = DateTime.UtcNow;
    }

    public static event LogReceivedEventHandler? LogReceived;

    public static bool EmitInternalMessages { get; set; }

    public static bool InternalDebugging { get; set; }

    public static bool QuietMode { get; set; }

    public static bool IsDebugEnabled => InternalDebugging && !QuietMode;

    public static bool IsErrorEnabled => !QuietMode;

    public static bool IsWarnEnabled => !QuietMode;

    public Exception? Exception { get; }

    public string Message { get; }

    public string Prefix { get; }

    public Type Source { get; }

    public DateTime TimeStamp => TimeStampUtc.ToLocalTime();

    public DateTime TimeStampUtc { get; }

    public static void Debug(Type source, string message) => Debug(source, message, null);

    public static void Debug(Type source, string message, Exception? exception)
    {
        if (IsDebugEnabled)
        {
            Tell(Console.Out, source, DebugPrefix, message, exception);
        }
    }

    public static void Warn(Type source, string message) => Warn(source, message, null);

    public static void Warn(Type source, string message, Exception? exception)
    {
        if (IsWarnEnabled)
        {
            Tell(Console.Error, source, WarnPrefix, message, exception);
        }
    }

    public static void Error(Type source, string message) => Error(source, message, null);

    public static void Error(Type source, string message, Exception? exception)
    {
        if (IsErrorEnabled)
        {
            Tell(Console.Error, source, ErrorPrefix, message, exception);
        }
    }

    public static void ExecuteWithoutEmittingInternalMessages(Action callback)
    {
        bool before = EmitInternalMessages;
        EmitInternalMessages = false;
        try
        {
            callback();
        }
        finally
        {
            EmitInternalMessages = before;
        }
    }

    // Handlers run on the calling thread, and what they throw reaches the caller.
    public static void OnLogReceived(Type source, string prefix, string message, Exception? exception)
        => LogReceived?.Invoke(null, new LogReceivedEventArgs(new LogLog(source, prefix, message, exception)));

    public override string ToString() => $"{Prefix}{Source.Name}: {Message}";

    private static void Tell(TextWriter console, Type source, string prefix, string message, Exception? exception)
    {
        if (EmitInternalMessages)
        {
            Emit(console, prefix + message);
            if (exception is not null)
            {
                Emit(console, exception.ToString());
            }
        }
        OnLogReceived(source, prefix, message, exception);
    }

    private static void Emit(TextWriter console, string line)
    {
        try
        {
            console.WriteLine(line);
            Trace.WriteLine(line);
        }
        catch (Exception e) when (!e.IsFatal())
        {
            // Last resort of the library: there is nobody left to tell that the console is gone.
        }
    }

    private static bool Setting(string key, bool otherwise) => bool.TryParse(SystemInfo.GetAppSetting(key), out bool on) ? on : otherwise;
}
