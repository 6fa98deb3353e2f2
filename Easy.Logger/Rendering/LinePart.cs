using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>Writes one part of the line of an event. Worker only: parts keep what they have worked out.</summary>
internal abstract class LinePart
{
    /// <summary>Writes the part.</summary>
    /// <param name="text">Where to.</param>
    /// <param name="loggingEvent">The event.</param>
    /// <param name="message">Its message, when that is rendered and not fixed in the event.</param>
    public abstract void Write(RenderedText text, LoggingEvent loggingEvent, ArraySegment<char> message);
}
