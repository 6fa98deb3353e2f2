using System.Globalization;
using Easy.Logger.Compatibility;
using Easy.Logger.Rendering;
using log4net.Core;
using log4net.ObjectRenderer;
using log4net.Util;

namespace Easy.Logger.Capture;

/// <summary>
/// The parts of an event, read and fixed on the thread that logs it. What fails here fails again, in the same way, in the appender that
/// asks for it.
/// </summary>
internal static class EventParts
{
    /// <summary>
    /// Whether the application renders the message. Its renderer may write numbers in the culture of the writer that it gets, which differs
    /// by appender: so the text must not stay in the event.
    /// </summary>
    public static bool HasRenderer(LoggingEvent loggingEvent) =>
        loggingEvent is { MessageObject: { } message and not string, Repository: { } repository }
        && !ReferenceEquals(repository.RendererMap.Get(message.GetType()), RendererMap.DefaultRenderer);

    /// <summary>Fixes parts of an event as far as they can be had.</summary>
    public static void Fix(LoggingEvent loggingEvent, FixFlags flags)
    {
        try
        {
            if ((flags & ~loggingEvent.Fix & FixFlags.LocationInfo) != 0 && Log4NetMembers.AreAvailable
                && loggingEvent.LocationInfo is null)
            {
                // log4net would find the same, and make texts of its own for each frame.
                Type? boundary = Log4NetMembers.CallerBoundaryOf(loggingEvent);
                Log4NetMembers.SetLocation(loggingEvent, CallerLocation.Find(boundary, withFrames: true));
            }

            loggingEvent.Fix = flags;
        }
        catch (Exception)
        {
            // The appender that reads it gets the same exception from it. log4net fixes the message first: the event keeps the other parts.
            Keep(loggingEvent, flags);
        }
    }

    /// <summary>Has an event keep parts that it would otherwise look up when it is asked, on another thread.</summary>
    public static void Keep(LoggingEvent loggingEvent, FixFlags parts)
    {
        try
        {
            _ = (parts & FixFlags.ThreadName) != 0 ? loggingEvent.ThreadName : null;
            _ = (parts & FixFlags.Domain) != 0 ? loggingEvent.Domain : null;
            _ = (parts & FixFlags.Identity) != 0 ? loggingEvent.Identity : null;
            _ = (parts & FixFlags.UserName) != 0 ? loggingEvent.UserName : null;
            _ = (parts & FixFlags.Message) != 0 ? loggingEvent.RenderedMessage : null;
        }
        catch (Exception)
        {
            // As above.
        }

        try
        {
            _ = (parts & FixFlags.Exception) != 0 ? loggingEvent.GetExceptionString() : null;
        }
        catch (Exception)
        {
            // As above.
        }
    }

    /// <summary>
    /// A closed event keeps no text: whoever writes it renders the message again. In its place, one whose message is the text of the call,
    /// for log4net's own appenders: others may read the message itself.
    /// </summary>
    public static LoggingEvent WithText(LoggingEvent loggingEvent)
    {
        if (loggingEvent.MessageObject is null or string || Log4NetMembers.HasText(loggingEvent))
        {
            return loggingEvent;
        }

        try
        {
            using StringWriter text = new(CultureInfo.InvariantCulture); // as log4net's own
            loggingEvent.WriteRenderedMessage(text);
            LoggingEvent copy = Log4NetMembers.Clone(loggingEvent);
            Log4NetMembers.SetMessage(copy, text.ToString());
            return copy;
        }
        catch (Exception)
        {
            return loggingEvent; // as above
        }
    }

    /// <summary>Has a copy of an event keep properties of its own, with those of the contexts.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="isForwarded">Whether another async appender forwards the event: it has its properties already.</param>
    /// <param name="isPrinted">Those that are printed, where that is all: an object may be another one then, and no other is asked.</param>
    public static void KeepProperties(LoggingEvent copy, bool isForwarded, Predicate<string>? isPrinted)
    {
        try
        {
            if (Log4NetMembers.HasProperties(copy))
            {
                PropertiesDictionary own = new(copy.GetProperties());
                foreach (string key in isPrinted is null ? [] : Array.FindAll(own.GetKeys(), isPrinted))
                {
                    own[key] = TextOf(copy, own[key]);
                }

                Log4NetMembers.SetProperties(copy, own);
                return;
            }

            if (!isForwarded)
            {
                Log4NetMembers.DetachProperties(copy);
            }

            PropertiesDictionary properties = copy.GetProperties();
            if (isForwarded)
            {
                // Who stands beside the one that forwarded it may write into them while others read.
                properties = new PropertiesDictionary(properties);
            }

            foreach (string key in isPrinted is null ? properties.GetKeys() : Array.FindAll(properties.GetKeys(), isPrinted))
            {
                properties[key] = isPrinted is null ? FixedValueOf(properties[key]) : TextOf(copy, properties[key]);
            }

            Log4NetMembers.KeepProperties(copy, properties);
        }
        catch (Exception)
        {
            // Changed by somebody else at the same moment: then they are asked for later.
        }
    }

    /// <summary>Whether neither asking an event for anything nor fixing it changes anything in it.</summary>
    /// <param name="loggingEvent">The event.</param>
    /// <param name="isFixed">Whether an appender fixes it in the call as well, which closes it.</param>
    public static bool IsComplete(LoggingEvent loggingEvent, bool isFixed) =>
        loggingEvent.Fix == FixFlags.All && (isFixed || Log4NetMembers.IsClosed(loggingEvent))
            && loggingEvent.GetLoggingEventData(FixFlags.None).Properties is not null;

    /// <summary>
    /// An event that was made from data counts as fixed, whether the data had properties or not; if not, they are still looked up in the
    /// context of whatever thread asks. Such an event has neither a message object nor an exception, so one that has the properties
    /// replaces it.
    /// </summary>
    public static void Complete(ref LoggingEvent loggingEvent, FixFlags fix)
    {
        if ((fix & loggingEvent.Fix & FixFlags.Properties) == 0 || loggingEvent.MessageObject is not null
            || loggingEvent.ExceptionObject is not null
            || loggingEvent.GetType() != typeof(LoggingEvent))
        {
            return;
        }

        LoggingEventData data = loggingEvent.GetLoggingEventData(FixFlags.None);
        if (data.Properties is null)
        {
            data.Properties = new PropertiesDictionary();
            foreach (KeyValuePair<string, object?> property in (IEnumerable<KeyValuePair<string, object?>>)loggingEvent.GetProperties())
            {
                data.Properties[property.Key] = FixedValueOf(property.Value);
            }

            loggingEvent = new LoggingEvent(null, loggingEvent.Repository, data, loggingEvent.Fix);
        }
    }

    /// <returns>The properties with their values as text; <see langword="null" /> when they could not be read.</returns>
    public static PropertiesDictionary? PropertiesOf(LoggingEvent loggingEvent)
    {
        try
        {
            return TextsOf(loggingEvent);
        }
        catch (Exception)
        {
            return null; // changed by somebody else at the same moment: then they are asked for later
        }
    }

    private static PropertiesDictionary TextsOf(LoggingEvent loggingEvent)
    {
        PropertiesDictionary texts = new();
        foreach (KeyValuePair<string, object?> property in (IEnumerable<KeyValuePair<string, object?>>)loggingEvent.GetProperties())
        {
            texts[property.Key] = property.Value is null ? null : CapturedText.Render(loggingEvent.Repository, property.Value);
        }

        return texts;
    }

    private static object? TextOf(LoggingEvent loggingEvent, object? value)
    {
        try
        {
            return value is null ? null : CapturedText.Render(loggingEvent.Repository, value);
        }
        catch (Exception)
        {
            return value; // as above
        }
    }

    private static object? FixedValueOf(object? value)
    {
        try
        {
            return value is IFixingRequired fixing ? fixing.GetFixedObject() : value;
        }
        catch (Exception)
        {
            return value; // whoever looks at it sees what it would have seen
        }
    }
}
