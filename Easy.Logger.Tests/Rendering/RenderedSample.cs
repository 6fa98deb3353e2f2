using System.Diagnostics.CodeAnalysis;
using log4net.Repository;
using log4net.Util;

namespace Easy.Logger.Tests.Rendering;

/// <summary>One event to render, as plain values, so that a failed property shows it.</summary>
internal sealed record RenderedSample(
    string? Logger,
    Level? Level,
    object? Message,
    string? Exception,
    string? Name,
    object? Property,
    DateTime Time,
    FixFlags? Fix,
    bool HasRepository)
{
    private static readonly ILoggerRepository _repository = log4net.LogManager.CreateRepository($"rendering-{Guid.NewGuid():N}");

    /// <summary>Messages and properties that log4net treats in different ways.</summary>
    public static IReadOnlyList<object?> Values { get; } =
    [
        null, string.Empty, "text", "größer ✓ 𝄞 \u0000\t\r\nline", new string('x', 3000), "half \ud834 pair", 12.5, -3, true, 'c',
        DayOfWeek.Friday,
        new DateTime(2024, 2, 29, 13, 7, 5, DateTimeKind.Utc), new[] { 1, 2 }, new List<object?> { 1, null, "x" }, new Thrower(),
        new SystemStringFormat(CultureInfo.InvariantCulture, "{0:N2}|{1}", 1234.5, "x"),
        new SystemStringFormat(null, "{0:N2} {1:D}", -1234.5, DateTime.MinValue),
        new SystemStringFormat(null, "{2}", 1),
    ];

    public LoggingEvent ToEvent()
    {
        LoggingEventData data = new()
        {
            LoggerName = Logger,
            Level = Level,
            ExceptionString = Exception,
            ThreadName = Name,
            Domain = Name,
            Identity = Name,
            UserName = Name,
            TimeStampUtc = Time,
            Properties = new PropertiesDictionary { ["one"] = Property, ["NDC"] = Name },
        };
        LoggingEvent loggingEvent = new SampleEvent(HasRepository ? _repository : null, data, Message);
        try
        {
            if (Fix is { } fix)
            {
                loggingEvent.Fix = fix;
            }
        }
        catch (PlainException)
        {
            // A message that throws leaves the event open, for the layout to find out the same.
        }

        return loggingEvent;
    }

    public override string ToString() =>
        $"logger {Logger} level {Level} time {Time:o} {Time.Kind} fix {Fix} message {Shown(Message)} exception {Exception} name {Name} "
        + $"property {Shown(Property)} repository {HasRepository}";

    private static object? Shown(object? value) => value is Thrower ? nameof(Thrower) : value;

    private sealed class SampleEvent : LoggingEvent
    {
        public SampleEvent(ILoggerRepository? repository, LoggingEventData data, object? message)
            : base(typeof(SampleEvent), repository, data, FixFlags.None) => MessageObject = message;
    }

    private sealed class Thrower
    {
        public override string ToString() => throw new PlainException();
    }

    /// <summary>Its text has no stack, which log4net writes too and which is another for each caller.</summary>
    [SuppressMessage("Design", "CA1032", Justification = "Thrown in one place.")]
    private sealed class PlainException : Exception
    {
        public override string ToString() => "cannot";
    }
}
