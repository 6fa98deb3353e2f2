using Easy.Logger;
using log4net;

namespace Benchmarker.Hostile;

/// <summary>The facade with a configuration file of its own: an async appender over whatever the scenario wants.</summary>
internal static class ServiceSetup
{
    public static string File(string path) => $"""
        <appender name="attached" type="log4net.Appender.FileAppender"><file value="{path}" />{Layout}</appender>
        """;

    public static string Console(bool errors = false) => $"""
        <appender name="attached" type="log4net.Appender.ConsoleAppender">
            <target value="Console.{(errors ? "Error" : "Out")}" />
            {Layout}</appender>
        """;

    private static string Layout =>
        """<layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>""";

    /// <returns>The async appender.</returns>
    public static AsyncBufferingForwardingAppender Configure(
        Log4NetService service, ScenarioContext context, string attached, int closeTimeout)
    {
        string path = context.PathOf("service.config");
        System.IO.File.WriteAllText(path, $"""
            <log4net>
              {attached}
              <appender name="async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
                <bufferSize value="100" /><queueLimit value="200" /><blockTimeout value="200" /><closeTimeout value="{closeTimeout}" />
                <reportLoss value="false" /><appender-ref ref="attached" />
              </appender>
              <root><level value="ALL" /><appender-ref ref="async" /></root>
            </log4net>
            """);
        service.Configure(new FileInfo(path));
        AsyncBufferingForwardingAppender appender =
            LogManager.GetRepository(typeof(Log4NetService).Assembly).GetAppenders().OfType<AsyncBufferingForwardingAppender>().Single();
        context.Watch(appender);
        return appender;
    }
}
