using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary><c>%message</c>.</summary>
internal sealed class MessagePart : LinePart
{
    public override void Write(RenderedText text, LoggingEvent loggingEvent, in DeferredMessage message)
    {
        if (message.IsNone)
        {
            loggingEvent.WriteRenderedMessage(text);
        }
        else
        {
            message.WriteTo(text, loggingEvent);
        }
    }
}
