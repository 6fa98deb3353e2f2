using System.Globalization;
using log4net.Core;
using log4net.Repository;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>A text that the log call captures because what it is made of may differ later, or on another thread.</summary>
/// <param name="Property">The property it is the text of; <see langword="null" /> when a converter writes it.</param>
/// <param name="IsInvariant">
/// Whether renderers of the application are given a writer of the invariant culture, as log4net does for widths and consoles.
/// </param>
/// <param name="Converter">A converter of log4net that reads what may be otherwise later: the calling thread, or an exception.</param>
internal sealed record CapturedText(string? Property, bool IsInvariant, PatternConverter? Converter = null)
{
    // A writer over an array: nothing to release.
    [ThreadStatic]
    private static TextBuffer? _buffer;

    /// <summary>The text of a value as log4net's converters write it.</summary>
    /// <param name="repository">Whose renderers are asked.</param>
    /// <param name="value">The value.</param>
    /// <param name="isInvariant">Whether renderers are given a writer of the invariant culture.</param>
    /// <param name="isBounded">Whether it may be a collection without end, which nobody has asked to print.</param>
    /// <returns>The text, or the exception that the value or its renderer threw.</returns>
    public static object? Render(ILoggerRepository? repository, object? value, bool isInvariant = true, bool isBounded = false)
    {
        if (value is string)
        {
            return value;
        }

        try
        {
            TextBuffer buffer = Rent(isInvariant);
            if (isBounded && repository is not null)
            {
                new BoundedRenderer(repository.RendererMap, buffer).Render(value);
            }
            else
            {
                ValueWriter.WriteValue(buffer, repository, value);
            }

            return Return(buffer);
        }
        catch (Exception e)
        {
            return e;
        }
    }

    /// <summary>Captures the text, on the calling thread.</summary>
    /// <param name="loggingEvent">The event.</param>
    /// <param name="ofEmptyThread">Whether the properties of thread and logical thread are left out.</param>
    /// <returns>The text, or the exception that was thrown in its place.</returns>
    public object? Capture(LoggingEvent loggingEvent, bool ofEmptyThread)
    {
        if (Property is not null)
        {
            object? value = ofEmptyThread ? OfEventAndProcess(loggingEvent, Property) : loggingEvent.LookupProperty(Property);
            return Render(loggingEvent.Repository, value, IsInvariant);
        }

        try
        {
            TextBuffer buffer = Rent(isInvariant: true);
            Converter!.Format(buffer, loggingEvent);
            return Return(buffer);
        }
        catch (Exception e)
        {
            return e;
        }
    }

    private static object? OfEventAndProcess(LoggingEvent loggingEvent, string property) =>
        loggingEvent.Properties.Contains(property) ? loggingEvent.Properties[property] : log4net.GlobalContext.Properties[property];

    /// <summary>
    /// A renderer may log, and what it logs may be captured in turn: then there is no buffer at hand and a new one is made.
    /// </summary>
    private static TextBuffer Rent(bool isInvariant)
    {
        TextBuffer buffer = _buffer ?? new TextBuffer(capacity: 256);
        _buffer = null;
        buffer.Clear();
        buffer.Provider = isInvariant ? CultureInfo.InvariantCulture : CultureInfo.CurrentCulture;
        return buffer;
    }

    private static string Return(TextBuffer buffer)
    {
        _buffer = buffer;
        return buffer.ToString();
    }

    /// <summary>log4net offers the way in which it writes values to converters only.</summary>
    private sealed class ValueWriter : PatternConverter
    {
        public static void WriteValue(TextWriter writer, ILoggerRepository? repository, object? value) =>
            WriteObject(writer, repository, value);

        public override void Convert(TextWriter writer, object? state) => throw new NotSupportedException();
    }
}
