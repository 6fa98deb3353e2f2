using Easy.Logger.Capture;
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
    /// <param name="values">What was captured beside it.</param>
    public abstract void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values);
}
