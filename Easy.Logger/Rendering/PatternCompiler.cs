using System.Globalization;
using Easy.Logger.Compatibility;
using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>
/// Finds out what a layout of log4net's own writes, and makes of it what writes the same text without its detours: rules of the time zone
/// for each event, strings for abbreviations, copies for widths.
/// </summary>
/// <remarks>
/// It is the converters in force that are compiled, not the pattern: a pattern that was set is not in force before the layout is activated,
/// and an application may have replaced a converter. A converter is known by its type alone.
/// </remarks>
internal sealed class PatternCompiler
{
    /// <summary>A width beyond this is a mistake; what log4net makes of it is left to log4net.</summary>
    private const int WidestField = 1000;

    private const string Converters = "log4net.Layout.Pattern.";

    private readonly IList<CapturedText> _texts;
    private readonly bool _isConsole;

    private bool _hasWideField;

    /// <param name="texts">The texts that the log call captures; gets those that the layout writes.</param>
    /// <param name="isConsole">Whether the appender gives the layout a writer of the invariant culture.</param>
    public PatternCompiler(IList<CapturedText> texts, bool isConsole)
    {
        _texts = texts;
        _isConsole = isConsole;
    }

    /// <summary>Whether every part is log4net's own.</summary>
    public bool IsKnown { get; private set; } = true;

    /// <summary>Whether a converter that is not log4net's own is used.</summary>
    public IReadOnlyList<Type> UnknownConverters => _unknownConverters;

    private readonly List<Type> _unknownConverters = [];

    /// <summary>What the layout reads of an event.</summary>
    public FixFlags Reads { get; private set; }

    /// <summary>Whether it asks the exception itself, which no copy of an event has.</summary>
    public bool AsksException { get; private set; }

    /// <summary>Whether it writes the stack frames of the caller location.</summary>
    public bool ReadsStackFrames { get; private set; }

    /// <summary>Whether it writes all properties.</summary>
    public bool ReadsAllProperties { get; private set; }

    /// <summary>Whether the culture of the log call decides over what it writes, beside the values.</summary>
    public bool ReadsCulture { get; private set; }

    /// <summary>Looks at a layout.</summary>
    /// <returns>What writes the same text; <see langword="null" /> when only the layout itself can.</returns>
    public CompiledPattern? Compile(ILayout? layout)
    {
        Reads |= layout is { IgnoresException: true } ? FixFlags.Exception : FixFlags.None;
        Reads |= layout is XmlLayoutBase { LocationInfo: true } ? FixFlags.LocationInfo : FixFlags.None;
        Type? type = layout?.GetType();
        if (type == typeof(SimpleLayout))
        {
            Reads |= FixFlags.Message;
            TextPart level = new(e => e.Level is { } level ? level.DisplayName + " - " : null, FieldShape.Free, isRepeated: true);
            LinePart[] parts = [new RepeatedPart([level], writesThread: false), new MessagePart(), new LiteralPart(Environment.NewLine)];
            return new CompiledPattern(parts, layout!.IgnoresException);
        }

        if (type == typeof(XmlLayout) || type == typeof(XmlLayoutSchemaLog4J))
        {
            Reads |= FixFlags.All & ~(FixFlags.LocationInfo | FixFlags.Properties);
            ReadsAllProperties = true;
            ReadsCulture = true; // it looks for the end of a CDATA section by the rules of the current one
            return null;
        }

        if (type == typeof(ExceptionLayout))
        {
            Reads |= FixFlags.Exception;
            return null;
        }

        bool isStock = type == typeof(PatternLayout) || type == typeof(DynamicPatternLayout);
        IsKnown = (isStock || layout is null) && Log4NetMembers.AreAvailable;
        return layout is PatternLayout pattern && Log4NetMembers.AreAvailable ? Compile(pattern, isStock) : null;
    }

    private CompiledPattern? Compile(PatternLayout layout, bool isStock)
    {
        List<LinePart> parts = [];
        PatternConverter? converters = Log4NetMembers.HeadOf(layout);
        for (PatternConverter? converter = converters; converter is not null; converter = converter.Next)
        {
            if (Compile(converter) is { } part)
            {
                parts.Add(part);
            }
        }

        return IsKnown && !_hasWideField && isStock && layout.GetType() == typeof(PatternLayout)
            ? new CompiledPattern([.. Join([.. parts])], layout.IgnoresException, converters)
            : null;
    }

    /// <summary>Makes one part of each run of parts that are repeated from event to event.</summary>
    private IEnumerable<LinePart> Join(LinePart[] parts)
    {
        for (int next = 0; next < parts.Length;)
        {
            LinePart[] run = [.. parts.Skip(next).TakeWhile(part => part.IsRepeated)];
            yield return run.Length > 1 ? new RepeatedPart(run, (Reads & FixFlags.ThreadName) != 0) : parts[next];
            next += Math.Max(run.Length, 1);
        }
    }

    private LinePart? Compile(PatternConverter converter)
    {
        Type type = converter.GetType();
        bool isStock = type.Assembly == typeof(PatternLayout).Assembly;
        string name = isStock ? type.Namespace + "." == Converters ? type.Name : type.FullName! : string.Empty;
        FieldShape shape = FieldShape.From(converter.FormattingInfo);
        string? option = converter.Option;
        _hasWideField |= shape.Min > WidestField; // the rest is looked at for what it reads

        switch (name)
        {
            // Text ends where it ends, whatever width the pattern gives it.
            case "log4net.Util.PatternStringConverters.LiteralPatternConverter"
                or "log4net.Util.PatternStringConverters.NewLinePatternConverter":
                return new LiteralPart(option ?? string.Empty);
            case "MessagePatternConverter":
                Reads |= FixFlags.Message;
                return Shaped(new MessagePart(), shape);
            case "LevelPatternConverter":
                return new TextPart(e => e.Level?.DisplayName, shape, isRepeated: true);
            case "LoggerPatternConverter":
                return option is null ? new TextPart(e => e.LoggerName, shape, isRepeated: true)
                    : IsCount(option) ? Shaped(new LoggerPart($"%logger{{{option}}}"), shape) : OfWorker(converter);
            case "ThreadPatternConverter":
                return Text(FixFlags.ThreadName, e => e.ThreadName, shape, isRepeated: true);
            case "AppDomainPatternConverter":
                return Text(FixFlags.Domain, e => e.Event?.Domain, shape);
            case "IdentityPatternConverter":
                return Text(FixFlags.Identity, e => e.Event?.Identity, shape);
            case "UserNamePatternConverter":
                return Text(FixFlags.UserName, e => e.Event?.UserName, shape);
            case "TypeNamePatternConverter":
                return option is null ? Location(location => location.ClassName, shape) : OfWorker(converter, FixFlags.LocationInfo);
            case "MethodLocationPatternConverter":
                return Location(location => location.MethodName, shape);
            case "LineLocationPatternConverter":
                return Location(location => location.LineNumber, shape);
            case "FileLocationPatternConverter":
                return Location(location => location.FileName, shape);
            case "FullLocationPatternConverter":
                return Location(location => location.FullInfo, shape);
            case "StackTracePatternConverter" or "StackTraceDetailPatternConverter":
                ReadsStackFrames = true;
                return OfWorker(converter, FixFlags.LocationInfo);
            case "DatePatternConverter":
                return IsDateFormat(option) ? Shaped(new DatePart(PatternOf("date", option)), shape) : OfWorker(converter);
            case "UtcDatePatternConverter":
                return IsDateFormat(option) ? Shaped(new DatePart(PatternOf("utcdate", option)), shape) : OfWorker(converter);
            case "RelativeTimePatternConverter":
                return Shaped(new ElapsedPart(), shape);
            case "ExceptionPatternConverter":
                Reads |= FixFlags.Exception;
                AsksException |= !string.IsNullOrEmpty(option);
                return string.IsNullOrEmpty(option) ? Shaped(new ExceptionPart(), shape) : OfCall(converter); // it may be thrown again
            case "NdcPatternConverter":
                return Captured(new CapturedText("NDC", IsInvariant(shape)), shape);
            case "PropertyPatternConverter" when option is not null:
                return Captured(new CapturedText(option, IsInvariant(shape)), shape);
            case "PropertyPatternConverter":
                ReadsAllProperties = true;
                return new ConverterPart(converter, writesProperties: true);
        }

        if (isStock && name.StartsWith("AspNet", StringComparison.Ordinal))
        {
            return OfCall(converter); // it reads the request of the calling thread
        }

        IsKnown = false;
        _unknownConverters.Add(type);
        return null;
    }

    private static LinePart Shaped(LinePart part, FieldShape shape) => shape.IsFree ? part : new ShapedPart(part, shape);

    private static string PatternOf(string name, string? option) => option is null ? $"%{name}" : $"%{name}{{{option}}}";

    /// <summary>Whether the option is surely a count to log4net; what it takes for none, the layout has reported itself.</summary>
    private static bool IsCount(string option) =>
        option.Length is > 0 and < 5 && option.All(c => c is >= '0' and <= '9') && option.Any(c => c != '0');

    /// <summary>Whether dates can be given in the format; what is none, log4net reports with every event.</summary>
    private static bool IsDateFormat(string? option)
    {
        try
        {
            _ = DateTime.UtcNow.ToString(option, CultureInfo.InvariantCulture);
            return true;
        }
        catch (FormatException)
        {
            return false;
        }
    }

    private bool IsInvariant(FieldShape shape) => _isConsole || !shape.IsFree;

    private TextPart Text(FixFlags reads, Func<CapturedEvent, string?> read, FieldShape shape, bool isRepeated = false)
    {
        Reads |= reads;
        return new TextPart(read, shape, isRepeated);
    }

    private LocationPart Location(Func<LocationInfo, string?> read, FieldShape shape)
    {
        Reads |= FixFlags.LocationInfo;
        return new LocationPart(read, shape);
    }

    /// <summary>The converter itself, asked by the worker.</summary>
    private ConverterPart OfWorker(PatternConverter converter, FixFlags reads = FixFlags.None)
    {
        Reads |= reads;
        return new ConverterPart(converter, writesProperties: false);
    }

    /// <summary>The converter itself, asked by the log call.</summary>
    private CapturedTextPart OfCall(PatternConverter converter) =>
        Captured(new CapturedText(Property: null, IsInvariant: true, converter), FieldShape.Free);

    private CapturedTextPart Captured(CapturedText text, FieldShape shape)
    {
        int index = _texts.IndexOf(text);
        if (index < 0)
        {
            index = _texts.Count;
            _texts.Add(text);
        }

        return new CapturedTextPart(index, text, shape);
    }
}

/// <summary>A layout as the parts that write a line. Worker only.</summary>
internal sealed class CompiledPattern
{
    private readonly LinePart[] _parts;
    private readonly bool _ignoresException;
    private readonly PatternConverter? _converters;

    /// <param name="parts">The parts, in their order.</param>
    /// <param name="ignoresException">Whether the appender writes the exception behind the line, as for a layout that ignores it.</param>
    /// <param name="converters">The first of the converters that it was made of; <see langword="null" /> for a layout without.</param>
    public CompiledPattern(LinePart[] parts, bool ignoresException, PatternConverter? converters = null)
    {
        _converters = converters;
        _parts = parts;
        _ignoresException = ignoresException;
    }

    /// <summary>Whether it was made of the same layout, in the same state.</summary>
    public bool IsSameAs(CompiledPattern other) =>
        ReferenceEquals(_converters, other._converters) && _ignoresException == other._ignoresException;

    /// <summary>Writes what an appender with this layout writes.</summary>
    public void WriteLine(TextBuffer text, in CapturedEvent captured)
    {
        Write(text, captured);
        if (_ignoresException && captured.ExceptionString is { Length: > 0 } exception)
        {
            text.WriteLine(exception);
        }
    }

    /// <summary>Writes what the layout alone writes.</summary>
    public void Write(TextBuffer text, in CapturedEvent captured)
    {
        foreach (LinePart part in _parts)
        {
            part.Write(text, captured);
        }
    }
}
