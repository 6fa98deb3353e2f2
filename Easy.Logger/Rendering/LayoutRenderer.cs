using Easy.Logger.Forwarding;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Rendering;

/// <summary>
/// Renders the events of one child: by the compiled pattern as long as that gives what the layout itself gives, else by the layout. Worker only.
/// </summary>
/// <remarks>
/// Patterns and converters can be exchanged at any time, and nobody tells. So the first event of each batch is rendered by both; the layout's text counts.
/// </remarks>
internal sealed class LayoutRenderer
{
    private ILayout? _layout;
    private string? _pattern;
    private CompiledPattern? _compiled;

    // A pattern that was set is not in force before the layout is activated: both are kept until a text shows which one is.
    private CompiledPattern? _previous;
    private bool _isCompared; // in this batch
    private bool _isTrusted; // in this batch

    /// <summary>Whether there is a compiled pattern that has not been found wrong.</summary>
    public bool IsCompiled => _compiled is not null;

    /// <summary>Begins a batch.</summary>
    public void Begin(ILayout layout)
    {
        _isCompared = _isTrusted = false;
        if (!ReferenceEquals(layout, _layout))
        {
            _layout = layout;
            _pattern = null;
            _compiled = _previous = null;
        }

        if (layout is PatternLayout { ConversionPattern: { } pattern } && pattern != _pattern)
        {
            _pattern = pattern;
            _previous ??= _compiled;
            _compiled = PatternCompiler.Compile(layout);
        }
    }

    /// <summary>Writes the text that the layout gives for the event, or throws what it throws.</summary>
    public void Format(RenderedText text, LoggingEvent loggingEvent)
    {
        if (_isTrusted)
        {
            _compiled!.Write(text, loggingEvent);
        }
        else if (_compiled is null || _isCompared || !MessageWriter.IsRepeatable(loggingEvent))
        {
            _layout!.Format(text, loggingEvent);
        }
        else
        {
            Compare(text, loggingEvent);
        }
    }

    private void Compare(RenderedText text, LoggingEvent loggingEvent)
    {
        int start = text.Length;
        _layout!.Format(text, loggingEvent);
        _isCompared = true;
        bool isPrevious = _previous is not null && Repeats(_previous, text, start, loggingEvent);
        if (Repeats(_compiled!, text, start, loggingEvent))
        {
            _isTrusted = !isPrevious;
            _previous = isPrevious ? _previous : null;
        }
        else if (!isPrevious)
        {
            _compiled = _previous = null;
        }
    }

    /// <summary>Whether the compiled pattern gives the text from <paramref name="start" /> on; the text is left as it is.</summary>
    private static bool Repeats(CompiledPattern compiled, RenderedText text, int start, LoggingEvent loggingEvent)
    {
        int end = text.Length;
        try
        {
            compiled.Write(text, loggingEvent);
            return text.Repeats(start, end);
        }
        catch (Exception)
        {
            return false; // the layout has just written it
        }
        finally
        {
            text.Length = end;
        }
    }
}
