using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary><c>%message</c>.</summary>
internal sealed class MessagePart : LinePart
{
    public override void Write(RenderedText text, LoggingEvent loggingEvent, ArraySegment<char> message)
    {
        if (message.Array is null)
        {
            loggingEvent.WriteRenderedMessage(text);
        }
        else
        {
            text.Write(message);
        }
    }
}
