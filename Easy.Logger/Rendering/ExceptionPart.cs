using Easy.Logger.Capture;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary><c>%exception</c> without an option: the whole text and a line end, where there is an exception.</summary>
internal sealed class ExceptionPart : LinePart
{
    public override void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values)
    {
        if (loggingEvent.GetExceptionString() is { Length: > 0 } exception)
        {
            text.WriteLine(exception);
        }
    }
}
