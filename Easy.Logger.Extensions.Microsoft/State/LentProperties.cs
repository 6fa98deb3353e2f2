using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>
/// Properties that an event has while it is logged, and no longer: appenders that keep events do not get them, see
/// <see cref="PropertyUse" />. One of each thread is used again.
/// </summary>
internal static class LentProperties
{
    [ThreadStatic]
    private static PropertiesDictionary? _free;

    /// <summary>Takes one that is empty. A log call within another finds none and gets a new one.</summary>
    public static PropertiesDictionary Rent()
    {
        PropertiesDictionary properties = _free ?? new PropertiesDictionary();
        _free = null;
        return properties;
    }

    public static void Return(PropertiesDictionary properties, LoggingEvent? loggingEvent)
    {
        if (loggingEvent is not null)
        {
            PropertyUse.TakeBack(loggingEvent);
        }

        properties.Clear();
        _free = properties;
    }
}
