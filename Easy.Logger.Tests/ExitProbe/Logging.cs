using System.Xml;
using log4net;
using log4net.Config;

namespace ExitProbe;

/// <summary>The log of a scenario: our appender before one child, in the default repository, as in any program.</summary>
internal static class Logging
{
    /// <summary>Lines enough for many batches, and a rest that only a drain at the end brings to the file: idle time is an hour.</summary>
    public const int Lines = 10_000;

    private const string Patient = """<idleTime value="3600000" />""";

    public static void ToFile(string path, string options = Patient, string type = "log4net.Appender.FileAppender") => Configure(
        $"""
        <appender name="child" type="{type}">
          <file value="{path}" />
          <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>
        </appender>
        """,
        options);

    public static void ToSlowFile(string path) => ToFile(path, type: "ExitProbe.SlowFileAppender, ExitProbe");

    public static void ToConsole() => Configure(
        """
        <appender name="child" type="log4net.Appender.ConsoleAppender">
          <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>
        </appender>
        """,
        Patient);

    /// <summary>Before a child that never returns: one event is with it, the others wait behind.</summary>
    public static void ToHungChild(int waiting)
    {
        Configure("""<appender name="child" type="ExitProbe.HungAppender, ExitProbe" />""", Patient + """<closeTimeout value="500" />""");
        Log.Error("held");
        HungAppender.Entered.Wait();
        Write(0, waiting);
    }

    public static ILog Log { get; } = LogManager.GetLogger(typeof(Logging));

    public static void Write(int from, int count)
    {
        for (int i = from; i < from + count; i++)
        {
            Log.InfoFormat("line {0}", i);
        }
    }

    private static void Configure(string child, string options)
    {
        XmlDocument document = new() { XmlResolver = null };
        using XmlReader reader = XmlReader.Create(new StringReader(
            $"""
            <log4net>
              {child}
              <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">{options}<appender-ref ref="child" /></appender>
              <root><level value="ALL" /><appender-ref ref="Async" /></root>
            </log4net>
            """));
        document.Load(reader);
        XmlConfigurator.Configure(document.DocumentElement!);
    }
}
