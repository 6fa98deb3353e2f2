using System.Diagnostics;

namespace log4net.Util;

public sealed partial class LogLog
{
    private const string PlainMark = "log4net: ";
    private const string WarningMark = "log4net:WARN ";
    private const string FailureMark = "log4net:ERROR ";

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
    public static void Debug(Type source, string message, Exception? exception) => Tell(IsDebugEnabled, PlainMark, source, message, exception);

    public static void Warn(Type source, string message) => Warn(source, message, null);
    public static void Warn(Type source, string message, Exception? exception) => Tell(IsWarnEnabled, WarningMark, source, message, exception);

    public static void Error(Type source, string message) => Error(source, message, null);
    public static void Error(Type source, string message, Exception? exception) => Tell(IsErrorEnabled, FailureMark, source, message, exception);

    public static void ExecuteWithoutEmittingInternalMessages(Action callback)
    {
        using Silence silence = new();
        callback();
    }

    // Handlers run on the calling thread, and what they throw reaches the caller.
    public static void OnLogReceived(Type source, string prefix, string message, Exception? exception)
        => LogReceived?.Invoke(null, new LogReceivedEventArgs(new LogLog(source, prefix, message, exception)));

    public override string ToString() => $"{Prefix}{Source.Name}: {Message}";

    private static void Tell(bool wanted, string mark, Type source, string message, Exception? exception)
    {
        if (!wanted)
        {
            return;
        }
        if (EmitInternalMessages)
        {
            // What is only of interest while debugging the library must not look like a failure of the program.
            TextWriter console = mark == PlainMark ? Console.Out : Console.Error;
            Print(console, mark + message);
            Print(console, exception?.ToString());
        }
        OnLogReceived(source, mark, message, exception);
    }

    // Last resort of the library: there is nobody left to tell that the console is gone.
    private static void Print(TextWriter console, string? line) => Containment.Run(
        () =>
        {
            if (line is not null)
            {
                console.WriteLine(line);
                Trace.WriteLine(line);
            }
        },
        static _ => { });

    private static bool Setting(string key, bool otherwise) => bool.TryParse(SystemInfo.GetAppSetting(key), out bool on) ? on : otherwise;
}
