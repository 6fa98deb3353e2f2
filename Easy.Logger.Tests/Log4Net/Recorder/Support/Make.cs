using log4net.Core;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Recorder;

/// <summary>Repositories and events for the topics.</summary>
internal static class Make
{
    private static int _count;

    public static readonly DateTime Time = new DateTime(2024, 2, 29, 13, 7, 5, 42, DateTimeKind.Utc).AddTicks(6789);

    /// <summary>A fresh configured repository with nothing attached, root level DEBUG.</summary>
    public static Hierarchy Repository(bool configured = true)
    {
        Hierarchy hierarchy = (Hierarchy)log4net.LogManager.CreateRepository("repository-" + Interlocked.Increment(ref _count));
        hierarchy.Configured = configured;
        return hierarchy;
    }

    public static LoggingEventData Data(string? logger, Level? level, string? message) => new()
    {
        LoggerName = logger,
        Level = level,
        Message = message,
        TimeStampUtc = Time,
        ThreadName = "worker-7",
        Domain = "domain",
        Identity = "identity",
        UserName = "user",
        ExceptionString = "",
        Properties = new PropertiesDictionary(),
    };

    public static LoggingEvent Event(string? logger, Level? level, string? message) => new(Data(logger, level, message));

    /// <summary>An event as a logger makes it: nothing fixed, message object kept.</summary>
    public static LoggingEvent Live(Hierarchy? repository, Level? level, object? message, Exception? exception = null)
        => new(typeof(Make), repository, "live", level, message, exception);

    /// <summary>An exception with a cause, never thrown: its text has no stack.</summary>
    public static Exception Nested() => new InvalidOperationException("outer", new ArgumentException("inner"));
}
