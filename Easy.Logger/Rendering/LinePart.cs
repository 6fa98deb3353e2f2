using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>Writes one part of the line of an event. Worker only: parts keep what they have worked out.</summary>
internal abstract class LinePart
{
    public abstract void Write(RenderedText text, LoggingEvent loggingEvent);
}
