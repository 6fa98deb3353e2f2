using System.Diagnostics.CodeAnalysis;
using Benchmarker;

namespace Easy.Logger.Tests.Rendering;

/// <summary>
/// Random patterns and events: every name, width and kind of option, what they print, and the moments at which clocks change.
/// </summary>
internal sealed class RenderedSamples(Chance chance)
{
    private static readonly ILoggerRepository _repository = log4net.LogManager.CreateRepository($"rendering-{Guid.NewGuid():N}");

    private static readonly string[] _texts = [" ", "[", "] ", " - ", "%%", "{", "}", "{x}", "ß✓𝄞", "100", "m", "-5", ".", "\t", "\n"];

    private static readonly string[] _plainNames =
    [
        "m", "message", "p", "level", "t", "thread", "a", "appdomain", "u", "identity", "w", "username", "r", "timestamp", "x", "ndc",
        "exception", "n", "newline", "c", "logger", "d", "date", "utcdate", "utcDate", "UtcDate", "literal", "z", "unknown", "msg",
    ];

    private static readonly string[] _widths =
    [
        "", "", "", "-", "0", "1", "2", "5", "-5", "-20", "20", ".", ".0", ".1", ".3", "3.3", "-7.7", "20.10", "5.30", "-30.40", "0.0",
    ];

    private static readonly string[] _dateTokens =
    [
        "yyyy", "yy", "MM", "MMM", "MMMM", "dd", "ddd", "dddd", "HH", "hh", "mm", "ss", "tt", "f", "ff", "fff", "fffffff", "F", "FFF", "K",
        "z", "zzz", "gg", "'T'", "'f'", "\\f", "-", "/", ":", ".", ",", " ", "0", "1", "123", "Z", "q",
    ];

    private static readonly Level?[] _levels =
        [null, Level.Debug, Level.Info, Level.Warn, Level.Error, Level.Notice, Level.Off, new(45_000, "ODD", "odd one"),
        new(40_000, "E", "")];

    private static readonly string?[] _names = [null, "", "1", "12", "worker-7", "a thread whose name is rather long"];

    private static readonly string?[] _exceptions = [null, null, "", "System.Exception: text", "two\r\nlines ✓"];

    // Summer time begins and ends (Paris, New York, Lord Howe), years end, and time does.
    private static readonly DateTime[] _moments =
    [
        new(2024, 3, 31, 1, 0, 0), new(2024, 10, 27, 0, 0, 0), new(2024, 10, 27, 1, 0, 0),
        new(2024, 3, 10, 7, 0, 0), new(2024, 11, 3, 5, 0, 0), new(2024, 11, 3, 6, 0, 0),
        new(2024, 4, 6, 15, 0, 0), new(2024, 10, 5, 15, 30, 0), new(2025, 1, 1), new(2000, 1, 1), new(987, 1, 2, 3, 4, 5), new(1, 1, 2),
        new(9999, 12, 30), LoggingEvent.StartTimeUtc, LoggingEvent.StartTimeUtc.AddDays(1), LoggingEvent.StartTimeUtc.AddDays(2_900_000),
        new(1890, 5, 5),
    ];

    // Around a moment, for the seconds before and after it are what caches mix up.
    private static readonly long[] _distances =
    [
        0, 1, -1, 9_999, 10_000, 420_001, 1_234_567, 9_999_999, 10_000_000, -10_000_000, -10_000_001, 599_999_999,
        36_000_000_000, -36_000_000_000, 863_999_999_999,
    ];

    /// <summary>Messages and properties that log4net treats in different ways.</summary>
    private static readonly object?[] _values =
    [
        null, string.Empty, "text", "größer ✓ 𝄞 \u0000\t\r\nline", new string('x', 3000), "half \ud834 pair", 12.5, -3, true, 'c',
        DayOfWeek.Friday,
        new DateTime(2024, 2, 29, 13, 7, 5, DateTimeKind.Utc), new[] { 1, 2 }, new List<object?> { 1, null, "x" }, new Thrower(),
        new SystemStringFormat(CultureInfo.InvariantCulture, "{0:N2}|{1}", 1234.5, "x"),
        new SystemStringFormat(null, "{0:N2} {1:D}", -1234.5, DateTime.MinValue),
        new SystemStringFormat(null, "{2}", 1),
    ];

    public string Pattern() => Several(8, Piece);

    public LoggingEvent Event()
    {
        string? name = chance.Of(_names);
        LoggingEventData data = new()
        {
            LoggerName = chance.OneIn(2) ? chance.Of(null, "", ".", "a.", "..a", "App.Web.OrdersController", "x") : Segments(),
            Level = chance.Of(_levels),
            ExceptionString = chance.Of(_exceptions),
            ThreadName = name,
            Domain = name,
            Identity = name,
            UserName = name,
            TimeStampUtc = Time(),
            Properties = new PropertiesDictionary { ["one"] = chance.Of(_values), ["NDC"] = name },
        };
        object? message = chance.OneIn(2) ? chance.Of(_values) : Several(30, () => $"{(char)chance.Below(char.MaxValue + 1)}");
        LoggingEvent loggingEvent = new SampleEvent(chance.OneIn(2) ? _repository : null, data, message);
        try
        {
            if (!chance.OneIn(5))
            {
                loggingEvent.Fix = chance.Of(
                    FixFlags.None, FixFlags.Partial, FixFlags.All, FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception);
            }
        }
        catch (PlainException)
        {
            // A message that throws leaves the event open, for the layout to find out the same.
        }

        return loggingEvent;
    }

    private string Several(int most, Func<string> next) => string.Concat(Enumerable.Range(0, chance.Below(most + 1)).Select(_ => next()));

    private string Piece() => chance.Below(15) switch
    {
        < 3 => chance.Of(_texts),
        < 7 => Sized(chance.Of(_plainNames)),
        < 9 => Sized($"{chance.Of("logger", "c")}{{{chance.Of("1", "2", "3", "9", "0", " 2 ", "", "x")}}}"),
        < 11 => Sized($"{chance.Of("date", "d", "utcdate")}{{{DateFormat()}}}"),
        < 13 => Sized($"{chance.Of("property", "P", "X", "mdc", "properties")}{{{chance.Of("one", "NDC", "none", "")}}}"),
        13 => Sized($"newline{{{chance.Of("DOS", "unix", "other", "")}}}"),
        _ => Sized(chance.Of("line", "method", "exception{message}", "property", "message{ignored}", "level{x}", "literal{text}")),
    };

    private string Sized(string name) => $"%{chance.Of(_widths)}{name}";

    private string DateFormat() => chance.OneIn(2)
        ? chance.Of("ISO8601", "ABSOLUTE", "DATE", "iso8601", "o", "s", "u", "d", "yyyy-MM-dd'T'HH:mm:ss.fffK", "HH:mm:ss,fff")
        : Several(6, () => chance.Of(_dateTokens));

    private string Segments() =>
        string.Join('.', Enumerable.Range(0, 1 + chance.Below(5)).Select(_ => chance.Of("App", "Web", "x", "Größe", "")));

    /// <summary>Most are UTC, as log4net's own are.</summary>
    private DateTime Time()
    {
        DateTimeKind kind = chance.Of(DateTimeKind.Utc, DateTimeKind.Utc, DateTimeKind.Utc, DateTimeKind.Unspecified, DateTimeKind.Local);
        return DateTime.SpecifyKind(chance.Of(_moments).AddTicks(chance.Of(_distances)), kind);
    }

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
