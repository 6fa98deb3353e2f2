using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>Writes one part of the line of an event. Worker only: parts keep what they have worked out.</summary>
internal abstract class LinePart
{
    /// <summary>Whether the text is the same for all events of one logger, level and thread.</summary>
    public virtual bool IsRepeated => false;

    /// <summary>Writes the part.</summary>
    /// <param name="text">Where to.</param>
    /// <param name="captured">The event.</param>
    public abstract void Write(TextBuffer text, in CapturedEvent captured);
}

/// <summary>Text that is the same for every event.</summary>
internal sealed class LiteralPart(string literal) : LinePart
{
    public override bool IsRepeated => true;

    public override void Write(TextBuffer text, in CapturedEvent captured) => text.Write(literal);
}

/// <summary><c>%message</c>.</summary>
internal sealed class MessagePart : LinePart
{
    public override void Write(TextBuffer text, in CapturedEvent captured) =>
        captured.WriteMessage(text);
}

/// <summary><c>%exception</c> without an option: the whole text and a line end, where there is an exception.</summary>
internal sealed class ExceptionPart : LinePart
{
    public override void Write(TextBuffer text, in CapturedEvent captured)
    {
        if (captured.ExceptionString is { Length: > 0 } exception)
        {
            text.WriteLine(exception);
        }
    }
}

/// <summary>A text that the event has at hand; which one, the compiler says.</summary>
internal sealed class TextPart(Func<CapturedEvent, string?> read, FieldShape shape, bool isRepeated) : LinePart
{
    public override bool IsRepeated => isRepeated;

    public override void Write(TextBuffer text, in CapturedEvent captured) =>
        text.Write(read(captured), shape);
}

/// <summary>
/// A part of the caller location, such as <c>%method</c>: the location that the log call captured, or that of an event that has one.
/// </summary>
internal sealed class LocationPart(Func<LocationInfo, string?> read, FieldShape shape) : LinePart
{
    public override void Write(TextBuffer text, in CapturedEvent captured) =>
        text.Write((captured.Context?.Location ?? captured.Event?.LocationInfo) is { } location ? read(location) : null, shape);
}

/// <summary>What log4net's own converter writes of an event: for all of its properties, its stack frames, and options in error.</summary>
/// <param name="converter">The converter.</param>
/// <param name="writesProperties">Whether it writes all properties.</param>
internal sealed class ConverterPart(PatternConverter converter, bool writesProperties) : LinePart
{
    public override void Write(TextBuffer text, in CapturedEvent captured) =>
        converter.Format(text, captured.ToEventOfCall(writesProperties));
}

/// <summary>A text that the log call captured: <c>%property{key}</c>, <c>%ndc</c>, and whatever reads the calling thread.</summary>
/// <param name="index">Its place among the captured texts.</param>
/// <param name="text">What was captured.</param>
/// <param name="shape">Its width.</param>
internal sealed class CapturedTextPart(int index, CapturedText text, FieldShape shape) : LinePart
{
    private readonly CapturedText _text = text;

    public override void Write(TextBuffer text, in CapturedEvent captured)
    {
        // An event that no log call made, such as one of an earlier run, has everything in itself.
        object? value = captured.Context?.Texts is { } texts ? texts[index] : _text.Capture(captured.ToEvent(), ofEmptyThread: false);
        if (value is Exception e)
        {
            ExceptionDispatchInfo.Capture(e).Throw(); // the appender meets what it would have met in the log call
        }

        text.Write((string?)value, shape);
    }
}

/// <summary><c>%timestamp</c>: milliseconds since the program started.</summary>
internal sealed class ElapsedPart : LinePart
{
    private readonly PatternLayout _stock = new("%timestamp");
    private readonly DateTime _start = LoggingEvent.StartTimeUtc;

    public override void Write(TextBuffer text, in CapturedEvent captured)
    {
        // What was logged before the start, years away or with a time of another kind is rare, and rounded in ways of log4net's own.
        DateTime time = captured.TimeStampUtc;
        long ticks = time.Ticks - _start.Ticks;
        if (time.Kind == DateTimeKind.Utc && ticks is >= 0 and < 1000 * TimeSpan.TicksPerDay)
        {
            text.WriteNumber(ticks / TimeSpan.TicksPerMillisecond);
        }
        else
        {
            _stock.Format(text, captured.ToEvent());
        }
    }
}

/// <summary>
/// Another part in the width that the pattern gives it. As in log4net, the part writes to a writer of its own of the invariant culture,
/// which renderers of the application can see.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "TextBuffer is a writer over an array and holds nothing to release.")]
internal sealed class ShapedPart(LinePart part, FieldShape shape) : LinePart
{
    private const int FieldCapacity = 256;

    private readonly TextBuffer _field = new(FieldCapacity);

    public override bool IsRepeated => part.IsRepeated;

    public override void Write(TextBuffer text, in CapturedEvent captured)
    {
        _field.Clear();
        part.Write(_field, captured);
        text.Write(_field, shape);
    }
}

/// <summary>The width that a pattern gives to one of its fields, as in <c>%-5.20name</c>.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct FieldShape(int Min, int Max, bool LeftAlign)
{
    /// <summary>No width.</summary>
    public static FieldShape Free { get; } = new(-1, int.MaxValue, LeftAlign: false);

    /// <summary>Whether it changes nothing; log4net then writes without a detour.</summary>
    public bool IsFree => Min < 0 && Max == int.MaxValue;

    public static FieldShape From(FormattingInfo info) => new(info.Min, info.Max, info.LeftAlign);
}

/// <summary>
/// <c>%logger{n}</c>. How log4net abbreviates a name (empty segments, dots at the end) is asked of log4net, once per name.
/// </summary>
internal sealed class LoggerPart : LinePart
{
    /// <summary>Programs have hundreds of loggers; one that makes names without end shall not fill the memory with them.</summary>
    internal const int MaxKept = 1024;

    private readonly PatternLayout _stock;
    private readonly Dictionary<string, string> _abbreviations = new(StringComparer.Ordinal);
    private string? _lastName;
    private string? _lastAbbreviation;

    public LoggerPart(string pattern) => _stock = new PatternLayout(pattern);

    /// <summary>Names whose abbreviation is known.</summary>
    internal int Kept => _abbreviations.Count;

    public override bool IsRepeated => true;

    public override void Write(TextBuffer text, in CapturedEvent captured)
    {
        // A logger gives all its events the same string.
        string? name = captured.LoggerName;
        if (!ReferenceEquals(name, _lastName))
        {
            _lastAbbreviation = name is null ? null : AbbreviationOf(name, captured);
            _lastName = name;
        }

        text.Write(_lastAbbreviation);
    }

    private string AbbreviationOf(string name, in CapturedEvent captured)
    {
        if (!_abbreviations.TryGetValue(name, out string? abbreviation))
        {
            if (_abbreviations.Count == MaxKept)
            {
                _abbreviations.Clear();
            }

            abbreviation = _stock.Format(captured.ToEvent());
            _abbreviations.Add(name, abbreviation);
        }

        return abbreviation;
    }
}

/// <summary>
/// Several parts, one behind the other, that say the same of all events of one logger, level and thread: the text of the last such event
/// of a thread is kept and copied.
/// </summary>
internal sealed class RepeatedPart : LinePart
{
    /// <summary>Threads that log at the same time take turns within a batch. A power of two.</summary>
    private const int Places = 8;

    private readonly LinePart[] _parts;
    private readonly bool _writesThread;
    private readonly Entry[] _entries = new Entry[Places];

    /// <param name="parts">The parts.</param>
    /// <param name="writesThread">Whether one of them writes the thread.</param>
    public RepeatedPart(LinePart[] parts, bool writesThread)
    {
        _parts = parts;
        _writesThread = writesThread;
    }

    public override bool IsRepeated => true;

    public override void Write(TextBuffer text, in CapturedEvent captured)
    {
        // an event that was not asked for it in the log call would answer with the worker's
        string? thread = _writesThread ? captured.ThreadName : null;
        ref Entry entry = ref _entries[thread is { Length: > 0 } ? thread[thread.Length - 1] & (Places - 1) : 0];
        if (entry.Text is { } known && entry.Thread == thread && ReferenceEquals(entry.Logger, captured.LoggerName)
            && ReferenceEquals(entry.Level, captured.Level))
        {
            text.Write(known);
            return;
        }

        int start = text.Length;
        foreach (LinePart part in _parts)
        {
            part.Write(text, captured);
        }

        entry = new Entry
        {
            Logger = captured.LoggerName,
            Level = captured.Level,
            Thread = thread,
            Text = text.ToString(start, text.Length - start),
        };
    }

    private struct Entry
    {
        public string? Logger { get; init; }

        public Level? Level { get; init; }

        public string? Thread { get; init; }

        public string? Text { get; init; }
    }
}
