using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Tests.Rendering;

/// <summary>The events that every pattern of Patterns.txt is rendered with.</summary>
internal static class SampleEvents
{
    public static IEnumerable<(string Name, LoggingEvent Event)> All() =>
    [
        ("plain", Plain()),
        ("short", new(Data("x", Level.Warn, "short logger name, no location"))),
        ("dotted", new(Data("Very.Long.Name.Of.A.Logger.That.Goes.On.And.On.And.Ends.With.A.Dot.", Level.Notice, "m"))),
        ("exception", Failed()),
        ("props", WithProperties()),
        ("null", Empty()),
        ("lines", new(Data("App.Lines", Level.Trace, "first\nsecond\r\n\tthird"))),
    ];

    private static LoggingEventData Data(string logger, Level level, string? message) => new()
    {
        LoggerName = logger,
        Level = level,
        Message = message,
        TimeStampUtc = new DateTime(2024, 2, 29, 13, 7, 5, 42, DateTimeKind.Utc).AddTicks(6789),
        ThreadName = "worker-7",
        Domain = "domain",
        Identity = "identity",
        UserName = "user",
        ExceptionString = string.Empty,
        Properties = [],
    };

    private static LoggingEvent Plain()
    {
        LoggingEventData data = Data("App.Web.Api.OrdersController", Level.Info, "Hello world");
        data.LocationInfo = new LocationInfo("App.Web.Api.OrdersController", "Get", "/src/Orders.cs", "42");
        return new LoggingEvent(data);
    }

    /// <summary>The exception was never thrown: its text has no stack.</summary>
    private static LoggingEvent Failed()
    {
        LoggingEventData data = Data("App.Failing", Level.Error, "it failed");
        data.ExceptionString = new InvalidOperationException("outer", new ArgumentException("inner")).ToString();
        return new LoggingEvent(data);
    }

    private static LoggingEvent WithProperties()
    {
        LoggingEventData data = Data("App.Props", Level.Debug, "with properties");
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
        LoggingEventData data = Data("App.Null", Level.Fatal, null);
        data.ThreadName = data.Domain = data.Identity = data.UserName = string.Empty;
        return new LoggingEvent(data);
    }
}
