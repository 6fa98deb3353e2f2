using Easy.Logger.Capture;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>A text that the event has at hand; which one, the compiler says.</summary>
internal sealed class TextPart : LinePart
{
    private readonly Func<LoggingEvent, string?> _read;
    private readonly FieldShape _shape;
    private readonly bool _isRepeated;

    public TextPart(Func<LoggingEvent, string?> read, FieldShape shape, bool isRepeated)
    {
        _read = read;
        _shape = shape;
        _isRepeated = isRepeated;
    }

    public override bool IsRepeated => _isRepeated;

    public override void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values) =>
        text.Write(_read(loggingEvent), _shape);
}
