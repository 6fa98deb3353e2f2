using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>The message of an event, written without a string of its own where it is not fixed.</summary>
internal static class MessageWriter
{
    public static void Write(RenderedText text, LoggingEvent loggingEvent) => loggingEvent.WriteRenderedMessage(text);

    /// <summary>
    /// Whether writing the message again gives the same text and nobody notices: an object of the application may count how often it is asked.
    /// </summary>
    public static bool IsRepeatable(LoggingEvent loggingEvent) =>
        (loggingEvent.Fix & FixFlags.Message) != 0 || loggingEvent.MessageObject is null or string;
}
