using System.Globalization;
using Easy.Logger.Compatibility;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>What was captured of a log call beside its event. Never changed, so several events may share one.</summary>
internal sealed record CallContext
{
    /// <summary>The culture of the call; <see langword="null" /> when nothing reads it.</summary>
    public CultureInfo? Culture { get; init; }

    /// <summary>The culture of its resources; set with <see cref="Culture" />.</summary>
    public CultureInfo? UICulture { get; init; }

    /// <summary>
    /// The texts that the plan asks for: a string each, or the exception that was thrown instead, for whoever writes
    /// it.
    /// </summary>
    public object?[]? Texts { get; init; }

    /// <summary>All properties with their values as text; <see langword="null" /> when nothing writes all of them.</summary>
    public PropertiesDictionary? Properties { get; init; }

    /// <summary>Whether all properties are there, and each could be rendered.</summary>
    public bool HasAllProperties =>
        Properties is IEnumerable<KeyValuePair<string, object?>> properties && properties.All(property => property.Value is not Exception);

    /// <summary>The caller; <see langword="null" /> when nothing beside the event itself reads it.</summary>
    public LocationInfo? Location { get; init; }

    /// <summary>Whether some appenders have turned the event away in the call, and nothing was captured for them.</summary>
    public bool IsTurnedAway { get; init; }

    /// <summary>Whether the event was logged by code that ran on a worker's thread.</summary>
    public bool IsReentrant { get; init; }

    /// <summary>The workers that have forwarded it, where appenders lead back to each other; <see langword="null" /> elsewhere.</summary>
    public Trail? Trail { get; init; }
}

/// <summary>The way of an event through appenders that lead back to each other. Immutable.</summary>
/// <param name="worker">Who has forwarded it last.</param>
/// <param name="before">Who had before.</param>
internal sealed class Trail(object worker, Trail? before)
{
    /// <summary>Whether a worker has forwarded it already.</summary>
    public bool Contains(object other) => ReferenceEquals(worker, other) || before?.Contains(other) == true;
}

/// <summary>What the log calls of one place in a program, by one thread, have in common. Immutable.</summary>
internal sealed class CallSite(Level? level, string? loggerName, string? threadName, string? format)
{
    public Level? Level { get; } = level;

    public string? LoggerName { get; } = loggerName;

    /// <summary>The name of the thread; <see langword="null" /> when nobody reads it.</summary>
    public string? ThreadName { get; } = threadName;

    /// <summary>The format of the message; <see langword="null" /> when the message is a string.</summary>
    public string? Format { get; } = format;

    /// <summary>Where the arguments of the format stand; looked up by whoever writes the first message.</summary>
    public int[] Holes => field ??= PlainFormat.HolesOf(Format!);

    public bool Is(Level? level, string? loggerName, string? threadName, string? format) =>
        ReferenceEquals(Format, format) && ReferenceEquals(LoggerName, loggerName) && ReferenceEquals(Level, level)
            && ReferenceEquals(ThreadName, threadName);
}

/// <summary>What a thread keeps of its last log call, because the next one is often like it. Not thread-safe.</summary>
internal sealed class LastCall
{
    /// <summary>A thread keeps no long text alive.</summary>
    private const int MaxFormat = 1024;

    private string? _format;
    private int _arguments;
    private CallSite? _site;
    private readonly Thread _thread = Thread.CurrentThread;
    private string? _threadName;
    private string? _nameInEvents;

    /// <summary>The context, when it was nothing but the culture.</summary>
    public CallContext? Culture { get; set; }

    /// <summary>Whether it had this format, which is known to fit that many arguments.</summary>
    public bool HasFormat(string format, int arguments) => ReferenceEquals(_format, format) && _arguments == arguments;

    /// <summary>
    /// The name of the thread as an event that was just made says it: log4net makes it anew for each, from that of the thread or its
    /// number. The event keeps it, as when it is asked itself: another thread may log it again.
    /// </summary>
    public string? ThreadNameOf(LoggingEvent loggingEvent)
    {
        if (!Log4NetMembers.AsksThread(loggingEvent))
        {
            return loggingEvent.ThreadName;
        }

        string? name = _thread.Name;
        if (_nameInEvents is null || !ReferenceEquals(name, _threadName))
        {
            _nameInEvents = loggingEvent.ThreadName;
            _threadName = name;
        }
        else
        {
            Log4NetMembers.SetThreadName(loggingEvent, _nameInEvents);
        }

        return _nameInEvents;
    }

    /// <summary>The site of a call; the last one, when that was the same.</summary>
    public CallSite SiteOf(Level? level, string? loggerName, string? threadName, string? format)
    {
        if (_site?.Is(level, loggerName, threadName, format) == true)
        {
            return _site;
        }

        CallSite site = new(level, loggerName, threadName, format);
        if (format is null || format.Length <= MaxFormat)
        {
            _site = site;
        }

        return site;
    }

    /// <summary>Keeps a format that fits, see <see cref="PlainFormat.Fits" />.</summary>
    public void SetFormat(string format, int arguments)
    {
        if (format.Length <= MaxFormat)
        {
            _format = format;
            _arguments = arguments;
        }
    }
}
