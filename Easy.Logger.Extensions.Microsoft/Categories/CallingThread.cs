using Easy.Logger.Extensions.Microsoft.Scopes;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Extensions.Microsoft.Categories;

/// <summary>What log calls of a thread use again and again, in one place: each look at the thread's own storage costs.</summary>
internal sealed class CallingThread
{
    [ThreadStatic]
    private static CallingThread? _current;

    private PropertiesDictionary? _properties;

    public static CallingThread Current => _current ??= new CallingThread();

    /// <summary>
    /// Log calls of this thread that are under way. What a call calls back (a ToString, an appender) may log as well, but not without an
    /// end.
    /// </summary>
    public int Depth { get; set; }

    /// <summary>A reader that is free.</summary>
    public ScopeReader? Scopes { get; set; }

    /// <summary>
    /// Takes properties, empty, that an event has while it is logged and no longer: appenders that keep events do not get them, see
    /// <see cref="PropertyUse" />. A log call within another finds none and gets new ones.
    /// </summary>
    public PropertiesDictionary RentProperties()
    {
        PropertiesDictionary properties = _properties ?? new PropertiesDictionary();
        _properties = null;
        return properties;
    }

    public void Return(PropertiesDictionary properties, LoggingEvent? loggingEvent)
    {
        if (loggingEvent is not null)
        {
            PropertyUse.TakeBack(loggingEvent);
        }

        if (properties.Count > 0)
        {
            properties.Clear();
        }

        _properties = properties;
    }
}
