using log4net.Core;
using log4net.Util;

namespace Recorder;

/// <summary>The events that every pattern and layout is recorded with.</summary>
internal static class SampleEvents
{
    public static IEnumerable<(string Name, LoggingEvent Event)> All() =>
    [
        ("plain", Plain()),
        ("short", Make.Event("x", Level.Warn, "short logger name, no location")),
        ("dotted", Make.Event("Very.Long.Name.Of.A.Logger.That.Goes.On.And.On.And.Ends.With.A.Dot.", Level.Notice, "m")),
        ("exception", Failed()),
        ("props", WithProperties()),
        ("null", Empty()),
        ("lines", Make.Event("App.Lines", Level.Trace, "first\nsecond\r\n\tthird")),
    ];

    private static LoggingEvent Plain()
    {
        LoggingEventData data = Make.Data("App.Web.Api.OrdersController", Level.Info, "Hello world");
        data.LocationInfo = new LocationInfo("App.Web.Api.OrdersController", "Get", "/src/Orders.cs", "42");
        return new LoggingEvent(data);
    }

    private static LoggingEvent Failed()
    {
        LoggingEventData data = Make.Data("App.Failing", Level.Error, "it failed");
        data.ExceptionString = Make.Nested().ToString();
        return new LoggingEvent(data);
    }

    private static LoggingEvent WithProperties()
    {
        LoggingEventData data = Make.Data("App.Props", Level.Debug, "with properties");
        data.Properties = new PropertiesDictionary
        {
            ["user"] = "ann",
            ["number"] = 12.5,
            ["list"] = new[] { 1, 2, 3 },
            ["NDC"] = "outer inner",
        };
        return new LoggingEvent(data);
    }

    /// <summary>No message, and empty texts for the rest.</summary>
    private static LoggingEvent Empty()
    {
        LoggingEventData data = Make.Data("App.Null", Level.Fatal, null);
        data.ThreadName = data.Domain = data.Identity = data.UserName = "";
        return new LoggingEvent(data);
    }
}
