using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>A layout as the parts that write a line. Worker only.</summary>
internal sealed class CompiledPattern
{
    private readonly LinePart[] _parts;
    private readonly bool _ignoresException;

    /// <param name="parts">The parts, in their order.</param>
    /// <param name="ignoresException">Whether the appender writes the exception behind the line, as for a layout that ignores it.</param>
    public CompiledPattern(LinePart[] parts, bool ignoresException)
    {
        _parts = parts;
        _ignoresException = ignoresException;
    }

    /// <summary>Writes what an appender with this layout writes.</summary>
    public void WriteLine(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values)
    {
        Write(text, loggingEvent, values);
        if (_ignoresException && loggingEvent.GetExceptionString() is { Length: > 0 } exception)
        {
            text.WriteLine(exception);
        }
    }

    /// <summary>Writes what the layout alone writes.</summary>
    public void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values)
    {
        foreach (LinePart part in _parts)
        {
            part.Write(text, loggingEvent, values);
        }
    }
}
