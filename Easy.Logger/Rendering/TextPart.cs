using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>A text that the event has at hand; which one, the compiler says.</summary>
internal sealed class TextPart : LinePart
{
    private readonly Func<LoggingEvent, string?> _read;
    private readonly FieldShape _shape;

    public TextPart(Func<LoggingEvent, string?> read, FieldShape shape)
    {
        _read = read;
        _shape = shape;
    }

    public override void Write(RenderedText text, LoggingEvent loggingEvent, ArraySegment<char> message) => text.Write(_read(loggingEvent), _shape);
}
