using Easy.Logger.Capture;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary><c>%message</c>.</summary>
internal sealed class MessagePart : LinePart
{
    public override void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values) =>
        values.WriteMessage(text, loggingEvent);
}
