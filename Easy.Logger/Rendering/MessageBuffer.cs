using log4net.Core;
using log4net.ObjectRenderer;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>
/// Renders the message of an event on the calling thread into memory of that thread, which costs nothing but the rendering: no string, no writer. The text is the
/// one that log4net makes at the same moment, or there is none.
/// </summary>
/// <remarks>
/// Rendering later, on the worker, would be cheaper for the caller, but it can be told from rendering at the call: arguments change, an array of them may be used
/// again, and the culture of the thread is another.
/// </remarks>
internal sealed class MessageBuffer
{
    /// <summary>What <see cref="TryRender" /> does in place of fixing; anything more or less has to be fixed.</summary>
    public const FixFlags Fixes = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    /// <summary>A longer message becomes a string of its event, as log4net makes it.</summary>
    private const int LongestMessage = 2048;

    /// <summary>One per thread is kept and used again. Taken away while it is in use: an argument's ToString may log.</summary>
    [ThreadStatic]
    private static MessageBuffer? _spare;

    private readonly char[] _chars = new char[LongestMessage];
    private int _length;

    public ArraySegment<char> Text => new(_chars, 0, _length);

    /// <summary>
    /// Renders the message, and lets the event remember thread and exception by reading them. Fixing these two without the message would leave appenders that get
    /// the same event later without one.
    /// </summary>
    /// <returns>The rendered message, to be returned; <see langword="null" /> when only log4net knows how to render it.</returns>
    public static MessageBuffer? TryRender(LoggingEvent loggingEvent)
    {
        if (loggingEvent.MessageObject is SystemStringFormat { Format: { } format, Args: { } arguments } message && FormatProviderOf.IsKnown
            && (loggingEvent.Fix & FixFlags.Message) == 0 && IsRenderedByDefault(loggingEvent, message))
        {
            MessageBuffer buffer = _spare ?? new MessageBuffer();
            _spare = null;
            if (buffer.TryWrite(message, format, arguments) && loggingEvent.ThreadName is not null
                && (loggingEvent.ExceptionObject is null || loggingEvent.GetExceptionString() is not null))
            {
                return buffer;
            }

            buffer.Return();
        }

        return null;
    }

    public void Return() => _spare = this;

    private static bool IsRenderedByDefault(LoggingEvent loggingEvent, SystemStringFormat message) =>
        loggingEvent.Repository is not { } repository || ReferenceEquals(repository.RendererMap.Get(message), RendererMap.DefaultRenderer);

    private bool TryWrite(SystemStringFormat message, string format, object?[] arguments)
    {
        try
        {
            IFormatProvider? provider = FormatProviderOf.Message(message);
#if NET
            return CompositeFormats.Parse(format) is { } parsed && _chars.AsSpan().TryWrite(provider, parsed, out _length, arguments);
#else
            string text = string.Format(provider, format, arguments);
            _length = text.Length;
            if (_length > LongestMessage)
            {
                return false;
            }

            text.CopyTo(0, _chars, 0, _length);
            return true;
#endif
        }
        catch (Exception)
        {
            return false; // log4net has a text for that, and tells of it
        }
    }
}
