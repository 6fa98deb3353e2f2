using System.Diagnostics.CodeAnalysis;
using System.Globalization;
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
[SuppressMessage("Design", "CA1001", Justification = "RenderedText is a writer over an array and holds nothing to release.")]
internal sealed class LayoutRenderer
{
    private const int MessageCapacity = 256;

    private readonly RenderedText _message = new(CultureInfo.InvariantCulture, MessageCapacity);

    private ILayout? _layout;
    private string? _pattern;
    private CompiledPattern? _compiled;

    // A pattern that was set is not in force before the layout is activated: both are kept until a text shows which one is.
    private CompiledPattern? _previous;
    private bool _isCompared; // in this batch
    private bool _isTrusted; // in this batch

    /// <summary>Whether there is a compiled pattern that has not been found wrong.</summary>
    public bool IsCompiled => _compiled is not null;

    /// <summary>Whether the rest of the batch is rendered by the compiled pattern.</summary>
    public bool IsTrusted => _isTrusted;

    /// <summary>Begins a batch.</summary>
    /// <returns>Whether the layout, or its pattern, is another one than with the batch before.</returns>
    public bool Begin(ILayout layout)
    {
        bool hasChanged = !ReferenceEquals(layout, _layout);
        _isCompared = _isTrusted = false;
        if (hasChanged)
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
            hasChanged = true;
        }

        return hasChanged;
    }

    /// <summary>Writes the text that the layout gives for the event, or throws what it throws.</summary>
    /// <param name="text">Where to.</param>
    /// <param name="loggingEvent">The event.</param>
    /// <param name="message">Its message, when that is not fixed in the event.</param>
    public void Format(RenderedText text, LoggingEvent loggingEvent, in DeferredMessage message = default)
    {
        if (_isTrusted)
        {
            _compiled!.Write(text, loggingEvent, message);
            return;
        }

        if (!message.IsNone)
        {
            loggingEvent = Fixed(loggingEvent, message);
        }

        if (_compiled is null || _isCompared || !IsRepeatable(loggingEvent))
        {
            _layout!.Format(text, loggingEvent);
        }
        else
        {
            Compare(text, loggingEvent);
        }
    }

    /// <summary>
    /// Whether writing the message again gives the same text and nobody notices: an object of the application may count how often it is asked.
    /// </summary>
    private static bool IsRepeatable(LoggingEvent loggingEvent) =>
        (loggingEvent.Fix & FixFlags.Message) != 0 || loggingEvent.MessageObject is null or string;

    /// <summary>An event that shows a layout what the first one would had the caller fixed it, which is left as it is: others may have it too.</summary>
    private LoggingEvent Fixed(LoggingEvent loggingEvent, in DeferredMessage message)
    {
        _message.Clear();
        message.WriteTo(_message, loggingEvent);
        LoggingEventData data = new()
        {
            LoggerName = loggingEvent.LoggerName,
            Level = loggingEvent.Level,
            TimeStampUtc = loggingEvent.TimeStampUtc,
            ThreadName = loggingEvent.ThreadName,
            ExceptionString = loggingEvent.GetExceptionString(),
            Message = _message.ToString(),
        };
        return new LoggingEvent(null, loggingEvent.Repository, data, DeferredMessage.Fixes);
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
            compiled.Write(text, loggingEvent, message: default);
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
