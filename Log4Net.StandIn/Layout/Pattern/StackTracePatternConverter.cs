using log4net.Core;
using log4net.Util;
using log4net.Util.Patterns;

namespace log4net.Layout.Pattern;

/// <summary>Writes the innermost frames of the call that logged, the outermost of them first.</summary>
internal sealed class StackTracePatternConverter : PatternLayoutConverter, IOptionHandler
{
    private const int DefaultFrames = 1;

    private readonly bool _withParameters;
    private int _frames = DefaultFrames;

    internal StackTracePatternConverter(bool withParameters) => _withParameters = withParameters;

    public void ActivateOptions() => _frames = PositiveOption.Read(Option, DefaultFrames, typeof(StackTracePatternConverter));

    protected override void Convert(TextWriter writer, LoggingEvent loggingEvent)
    {
        if (loggingEvent.LocationInformation?.StackFrames is not { Length: > 0 } frames)
        {
            LogLog.Error(typeof(StackTracePatternConverter), "The event has a location without stack frames; no stack trace written.");
            return;
        }
        for (int i = Math.Min(_frames, frames.Length) - 1; i >= 0; i--)
        {
            WriteFrame(writer, frames[i]);
            if (i > 0)
            {
                writer.Write(" > ");
            }
        }
    }

    private void WriteFrame(TextWriter writer, StackFrameItem frame)
    {
        writer.Write(frame.ClassName);
        writer.Write('.');
        writer.Write(frame.Method.Name);
        if (_withParameters)
        {
            writer.Write('(');
            writer.Write(string.Join(", ", frame.Method.Parameters));
            writer.Write(')');
        }
    }
}
