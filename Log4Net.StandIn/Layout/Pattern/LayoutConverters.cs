using System.Globalization;
using log4net.Core;
using log4net.Util;
using log4net.Util.Patterns;

namespace log4net.Layout.Pattern;

/// <summary>The names that <see cref="PatternLayout"/> knows; several names may share a meaning.</summary>
internal static class LayoutConverters
{
    internal static readonly IReadOnlyDictionary<string, Func<PatternConverter>> BuiltIn = Build(
        (["m", "message"], () => new EventConverter((writer, e) => e.WriteRenderedMessage(writer))),
        (["n", "newline"], () => new NewLineConverter()),
        (["literal"], () => new LiteralConverter()),
        (["p", "level"], () => new EventConverter((writer, e) => writer.Write(e.Level?.DisplayName))),
        (["c", "logger"], () => new EventNameConverter(e => e.LoggerName)),
        (["t", "thread"], () => new EventConverter((writer, e) => writer.Write(e.ThreadName))),
        (["d", "date"], () => new DatePatternConverter(state => ((LoggingEvent)state!).TimeStamp)),
        (["utcdate", "utcDate", "UtcDate"], () => new DatePatternConverter(state => ((LoggingEvent)state!).TimeStampUtc)),
        (["r", "timestamp"], () => new EventConverter((writer, e) => writer.Write(MillisecondsSinceStart(e)))),
        (["P", "X", "mdc", "property", "properties"], () => new EventPropertyConverter(null)),
        (["x", "ndc"], () => new EventPropertyConverter("NDC")),
        (["a", "appdomain"], () => new EventConverter((writer, e) => writer.Write(e.Domain))),
        (["u", "identity"], () => new EventConverter((writer, e) => writer.Write(e.Identity))),
        (["w", "username"], () => new EventConverter((writer, e) => writer.Write(e.UserName))),
        (["C", "class", "type"], () => new EventNameConverter(e => e.LocationInformation?.ClassName)),
        (["M", "method"], () => new EventConverter((writer, e) => writer.Write(e.LocationInformation?.MethodName))),
        (["F", "file"], () => new EventConverter((writer, e) => writer.Write(e.LocationInformation?.FileName))),
        (["L", "line"], () => new EventConverter((writer, e) => writer.Write(e.LocationInformation?.LineNumber))),
        (["l", "location"], () => new EventConverter((writer, e) => writer.Write(e.LocationInformation?.FullInfo))),
        (["stacktrace"], () => new StackTracePatternConverter(withParameters: false)),
        (["stacktracedetail"], () => new StackTracePatternConverter(withParameters: true)),
        (["exception"], () => new ExceptionConverter()));

    private static Dictionary<string, Func<PatternConverter>> Build(params (string[] Names, Func<PatternConverter> Factory)[] rows)
        => rows.SelectMany(row => row.Names, (row, name) => (name, row.Factory)).ToDictionary(row => row.name, row => row.Factory, StringComparer.Ordinal);

    private static string MillisecondsSinceStart(LoggingEvent e)
        => ((e.TimeStampUtc - LoggingEvent.StartTimeUtc).Ticks / TimeSpan.TicksPerMillisecond).ToString(CultureInfo.InvariantCulture);
}
