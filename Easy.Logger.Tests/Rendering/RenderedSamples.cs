using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.Rendering;

/// <summary>
/// Random patterns and events: every name, width and kind of option, what they print, and the moments at which clocks change.
/// </summary>
internal static class RenderedSamples
{
    private static readonly string[] _texts = [" ", "[", "] ", " - ", "%%", "{", "}", "{x}", "ß✓𝄞", "100", "m", "-5", ".", "\t", "\n"];

    private static readonly string[] _plainNames =
    [
        "m", "message", "p", "level", "t", "thread", "a", "appdomain", "u", "identity", "w", "username", "r", "timestamp", "x", "ndc",
        "exception",
        "n", "newline", "c", "logger", "d", "date", "utcdate", "utcDate", "UtcDate", "literal", "z", "unknown", "msg",
    ];

    private static readonly string[] _widths =
    [
        "", "", "", "-", "0", "1", "2", "5", "-5", "-20", "20", ".", ".0", ".1", ".3", "3.3", "-7.7", "20.10", "5.30", "-30.40", "0.0",
    ];

    private static readonly string[] _dateTokens =
    [
        "yyyy", "yy", "MM", "MMM", "MMMM", "dd", "ddd", "dddd", "HH", "hh", "mm", "ss", "tt", "f", "ff", "fff", "fffffff", "F", "FFF", "K",
        "z", "zzz", "gg",
        "'T'", "'f'", "\\f", "-", "/", ":", ".", ",", " ", "0", "1", "123", "Z", "q",
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
        new(9999, 12, 30),
        LoggingEvent.StartTimeUtc, LoggingEvent.StartTimeUtc.AddDays(1), new(1890, 5, 5),
    ];

    // Around a moment, for the seconds before and after it are what caches mix up.
    private static readonly long[] _distances =
    [
        0, 1, -1, 9_999, 10_000, 420_001, 1_234_567, 9_999_999, 10_000_000, -10_000_000, -10_000_001, 599_999_999,
        36_000_000_000, -36_000_000_000, 863_999_999_999,
    ];

    public static Gen<string> Pattern { get; } =
        Gen.Choose(0, 8).SelectMany(length => Piece().ArrayOf(length)).Select(string.Concat);

    public static Gen<RenderedSample> Event { get; } =
        from logger in Gen.OneOf(Gen.Elements<string?>(null, "", ".", "a.", "..a", "App.Web.OrdersController", "x"), Segments())
        from level in Gen.Elements(_levels)
        from message in Gen.Frequency((1, Gen.Elements<object?>([.. RenderedSample.Values])), (1, AnyText()))
        from exception in Gen.Elements(_exceptions)
        from name in Gen.Elements(_names)
        from property in Gen.Elements<object?>([.. RenderedSample.Values])
        from time in Time()
        from fix in Gen.Elements<FixFlags?>(
            null, FixFlags.None, FixFlags.Partial, FixFlags.All, FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception)
        from hasRepository in Gen.Elements(true, false)
        select new RenderedSample(logger, level, message, exception, name, property, time, fix, hasRepository);

    private static Gen<string> Piece() => Gen.Frequency(
        (3, Gen.Elements(_texts)),
        (4, Sized(Gen.Elements(_plainNames))),
        (2, Sized(Named(["logger", "c"], "1", "2", "3", "9", "0", " 2 ", "", "x"))),
        (2, Sized(Gen.Elements("date", "d", "utcdate").SelectMany(name => DateFormat().Select(format => $"{name}{{{format}}}")))),
        (2, Sized(Named(["property", "P", "X", "mdc", "properties"], "one", "NDC", "none", ""))),
        (1, Sized(Named(["newline"], "DOS", "unix", "other", ""))),
        (1, Sized(Gen.Elements("line", "method", "exception{message}", "property", "message{ignored}", "level{x}", "literal{text}"))));

    private static Gen<string> Sized(Gen<string> name) => Gen.Elements(_widths).SelectMany(width => name.Select(text => $"%{width}{text}"));

    private static Gen<string> Named(string[] names, params string[] options) =>
        Gen.Elements(names).SelectMany(name => Gen.Elements(options).Select(option => $"{name}{{{option}}}"));

    private static Gen<string> DateFormat() => Gen.Frequency(
        (1, Gen.Elements("ISO8601", "ABSOLUTE", "DATE", "iso8601", "o", "s", "u", "d", "yyyy-MM-dd'T'HH:mm:ss.fffK", "HH:mm:ss,fff")),
        (1, Gen.Choose(0, 6).SelectMany(length => Gen.Elements(_dateTokens).ArrayOf(length)).Select(string.Concat)));

    private static Gen<string?> Segments() =>
        from length in Gen.Choose(1, 5)
        from names in Gen.Elements("App", "Web", "x", "Größe", "").ArrayOf(length)
        select (string?)string.Join('.', names);

    private static Gen<object?> AnyText() =>
        from length in Gen.Choose(0, 30)
        from codes in Gen.Choose(0, char.MaxValue).ArrayOf(length)
        select (object?)string.Concat(codes.Select(code => (char)code));

    private static Gen<DateTime> Time() =>
        from moment in Gen.Elements(_moments)
        from distance in Gen.Elements(_distances)
        from kind in Gen.Elements(
            DateTimeKind.Utc, DateTimeKind.Utc, DateTimeKind.Utc, DateTimeKind.Utc, DateTimeKind.Unspecified, DateTimeKind.Local)
        select DateTime.SpecifyKind(moment.AddTicks(distance), kind);
}
