using System.Globalization;
using log4net.Core;
using log4net.Util;

namespace Benchmarker.Loki;

/// <summary>The events that the authors of the Serilog sink for Loki measured its version 9 with.</summary>
internal static class SinkEvents
{
    public static LoggingEvent[] Make(SinkPayload payload, int count) =>
        [.. Enumerable.Range(0, count).Select(i => payload == SinkPayload.Simple ? Simple(i) : Failed(i))];

    private static LoggingEvent Simple(int i)
    {
        string action = i % 2 == 0 ? "login" : "logout";
        string resource = string.Create(CultureInfo.InvariantCulture, $"resource-{i % 64}");
        PropertiesDictionary properties = new()
        {
            ["UserId"] = 1_000 + i,
            ["Action"] = action,
            ["ResourceId"] = resource,
            ["Elapsed"] = 0.25 * i,
            ["Success"] = i % 7 != 0,
            ["CorrelationId"] = new Guid(string.Create(CultureInfo.InvariantCulture, $"00000000-0000-0000-0000-{i:000000000000}")),
        };
        return new LoggingEvent(Data(
            i,
            Level.Info,
            string.Create(CultureInfo.InvariantCulture, $"User {1_000 + i} performed {action} on resource {resource}"),
            properties));
    }

    private static LoggingEvent Failed(int i)
    {
        PropertiesDictionary properties = new() { ["OperationId"] = i, ["Service"] = "billing", ["Retryable"] = i % 2 == 0 };
        LoggingEvent loggingEvent = new(
            typeof(SinkEvents), repository: null, "Benchmark", Level.Error,
            string.Create(CultureInfo.InvariantCulture, $"Operation {i} on billing failed"), Thrown(i));
        foreach (string key in properties.GetKeys())
        {
            loggingEvent.Properties[key] = properties[key];
        }

        loggingEvent.Fix = FixFlags.Message | FixFlags.ThreadName | FixFlags.Properties; // the exception stays one, as in the original
        return loggingEvent;
    }

    private static LoggingEventData Data(int i, Level level, string message, PropertiesDictionary properties) => new()
    {
        LoggerName = "Benchmark",
        Level = level,
        Message = message,
        ThreadName = "1",
        ExceptionString = string.Empty,
        TimeStampUtc = DateTime.UnixEpoch.AddMilliseconds(i),
        Properties = properties,
    };

    private static ApplicationException Thrown(int i)
    {
        try
        {
            try
            {
                throw new ApplicationException(string.Create(CultureInfo.InvariantCulture, $"inner failure {i}"));
            }
            catch (ApplicationException inner)
            {
                throw new ApplicationException(string.Create(CultureInfo.InvariantCulture, $"outer failure {i}"), inner);
            }
        }
        catch (ApplicationException outer)
        {
            return outer;
        }
    }
}
