using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>Writes one part of the line of an event. Worker only: parts keep what they have worked out.</summary>
internal abstract class LinePart
{
    /// <summary>Whether the text is the same for all events of one logger, level and thread.</summary>
    public virtual bool IsRepeated => false;

    /// <summary>Writes the part.</summary>
    /// <param name="text">Where to.</param>
    /// <param name="loggingEvent">The event.</param>
    /// <param name="message">Its message, when that is not fixed in the event.</param>
    public abstract void Write(RenderedText text, LoggingEvent loggingEvent, in DeferredMessage message);
}
