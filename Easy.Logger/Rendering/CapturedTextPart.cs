using System.Runtime.ExceptionServices;
using Easy.Logger.Capture;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>A text that the log call captured: <c>%property{key}</c>, <c>%ndc</c>, and whatever reads the calling thread.</summary>
internal sealed class CapturedTextPart : LinePart
{
    private readonly int _index;
    private readonly CapturedText _text;
    private readonly FieldShape _shape;

    /// <param name="index">Its place among the captured texts.</param>
    /// <param name="text">What was captured.</param>
    /// <param name="shape">Its width.</param>
    public CapturedTextPart(int index, CapturedText text, FieldShape shape)
    {
        _index = index;
        _text = text;
        _shape = shape;
    }

    public override void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values)
    {
        // An event that no log call made, such as one of an earlier run, has everything in itself.
        object? captured = values.Context?.Texts is { } texts ? texts[_index] : _text.Capture(loggingEvent, ofEmptyThread: false);
        if (captured is Exception e)
        {
            ExceptionDispatchInfo.Capture(e).Throw(); // the appender meets what it would have met in the log call
        }

        text.Write((string?)captured, _shape);
    }
}
