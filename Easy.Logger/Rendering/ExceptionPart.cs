using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary><c>%exception</c> without an option: the whole text and a line end, where there is an exception.</summary>
internal sealed class ExceptionPart : LinePart
{
    public override void Write(RenderedText text, LoggingEvent loggingEvent, in DeferredMessage message)
    {
        if (loggingEvent.GetExceptionString() is { Length: > 0 } exception)
        {
            text.WriteLine(exception);
        }
    }
}
