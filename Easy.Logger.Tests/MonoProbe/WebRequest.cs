using System.Web;
using log4net;
using log4net.Config;

namespace MonoProbe;

/// <summary>Log calls in a web request: what a pattern reads of it is there on the thread of the request alone.</summary>
internal static class WebRequest
{
    private const string Pattern = "%aspnet-request{tenant} %aspnet-context{step} %aspnet-cache{region} %message%newline";

    public static int Log(string folder)
    {
        string configuration = Path.Combine(folder, "log4net.config");
        File.WriteAllText(
            configuration,
            $"""
            <log4net>
              <root><level value="ALL" /><appender-ref ref="Async" /><appender-ref ref="direct" /></root>
              <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
                <appender-ref ref="app" />
                <appender-ref ref="trace" />
              </appender>
              {FileAppender(folder, "app")}
              {FileAppender(folder, "direct")}
              <appender name="trace" type="log4net.Appender.AspNetTraceAppender">
                <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message" /></layout>
              </appender>
            </log4net>
            """);
        XmlConfigurator.Configure(new FileInfo(configuration));
        ILog log = LogManager.GetLogger(typeof(WebRequest));

        HttpRuntime.Cache["region"] = "north";
        foreach (string tenant in new[] { "blue", "green" })
        {
            HttpContext.Current = new HttpContext(
                new HttpRequest("page", "http://localhost/page", $"tenant={tenant}"), new HttpResponse(TextWriter.Null));
            for (int step = 0; step < 3; step++)
            {
                HttpContext.Current.Items["step"] = step;
                log.InfoFormat("line {0}", step);
                log.Info("text");
            }

            HttpContext.Current = null;
            LogManager.Flush(30_000);
        }

        LogManager.Shutdown();
        return 74;
    }

    private static string FileAppender(string folder, string name) => $"""
        <appender name="{name}" type="log4net.Appender.FileAppender">
          <file value="{Path.Combine(folder, name)}.log" />
          <layout type="log4net.Layout.PatternLayout"><conversionPattern value="{Pattern}" /></layout>
        </appender>
        """;
}
