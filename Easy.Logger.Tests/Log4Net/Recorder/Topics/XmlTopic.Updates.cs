using log4net.Appender;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Recorder;

/// <summary>A second configuration of one repository.</summary>
internal static partial class XmlTopic
{
    private static void ConfigureTwice(Golden golden)
    {
        foreach (string update in new[] { "", " update='Merge'", " update='Overwrite'", " update='nonsense'" })
        {
            Hierarchy repository = Make.Repository(configured: false);
            Journal journal = Target.Calls;
            XmlConfig.Apply(repository, """
                <log4net threshold="INFO">
                  <appender name="A" type="TYPE:Target"/>
                  <appender name="B" type="TYPE:Target"/>
                  <root><level value="ERROR"/><appender-ref ref="A"/></root>
                  <logger name="x" additivity="false"><level value="WARN"/><appender-ref ref="B"/></logger>
                </log4net>
                """);
            journal.Take();
            repository.ConfigurationChanged += (_, _) => journal.Add("ConfigurationChanged");
            repository.ConfigurationReset += (_, _) => journal.Add("ConfigurationReset");
            repository.ShutdownEvent += (_, _) => journal.Add("ShutdownEvent");
            using LogLogCapture capture = new();
            XmlConfig.Apply(repository, $"""
                <log4net{update}>
                  <appender name="A" type="TYPE:Target"><number value="9"/></appender>
                  <root><appender-ref ref="A"/></root>
                </log4net>
                """);
            golden.Line($"second with{(update.Length == 0 ? "out update" : update)}: {journal.TakeOneLine()}");
            golden.Lines(capture.Take());
            ConfiguredTree.Write(golden, repository);
        }
    }

    private static void SameNameTwice(Golden golden)
    {
        const string Xml = "<log4net><appender name='A' type='TYPE:Target'/><root><appender-ref ref='A'/></root></log4net>";
        Hierarchy repository = Make.Repository(configured: false);
        XmlConfig.Apply(repository, Xml);
        IAppender old = repository.Root.Appenders[0];
        Target.Calls.Take();
        XmlConfig.Apply(repository, Xml);
        golden.Line($"other object {!ReferenceEquals(old, repository.Root.Appenders[0])}; {Target.Calls.TakeOneLine()}");
    }

    private static void ReferencesTakenAway(Golden golden)
    {
        Hierarchy repository = Make.Repository(configured: false);
        XmlConfig.Apply(repository, """
            <log4net>
              <appender name="A" type="TYPE:Target"/>
              <appender name="B" type="TYPE:Target"/>
              <root><appender-ref ref="A"/></root>
              <logger name="x"><appender-ref ref="B"/></logger>
            </log4net>
            """);
        Target.Calls.Take();
        XmlConfig.Apply(repository, "<log4net><root/></log4net>");
        golden.Line(Left());
        XmlConfig.Apply(repository, "<log4net/>");
        golden.Line("empty: " + Left());

        string Left()
        {
            int onX = ((Logger)repository.GetLogger("x")).Appenders.Count;
            return $"root {repository.Root.Appenders.Count} x {onX}; {Target.Calls.TakeOneLine()}";
        }
    }

    private static void DebugAttributes(Golden golden)
    {
        foreach (string attribute in new[] { "debug='true'", "debug='false'", "debug='null'", "debug='x'", "emitDebug='false'", "configDebug='true'" })
        {
            LogLog.InternalDebugging = false;
            LogLog.EmitInternalMessages = attribute != "emitDebug='false'";
            using LogLogCapture capture = new();
            XmlConfig.Apply(Make.Repository(configured: false), $"<log4net {attribute}><root/></log4net>");
            List<string> told = capture.Take();
            golden.Line($"{attribute}: InternalDebugging {LogLog.InternalDebugging} EmitInternalMessages {LogLog.EmitInternalMessages}");
            golden.Lines(told);
        }

        LogLog.EmitInternalMessages = true;
        LogLog.InternalDebugging = true;
        XmlConfig.Apply(Make.Repository(configured: false), "<log4net debug='false'><root/></log4net>");
        golden.Line("debug=false when already on: " + LogLog.InternalDebugging);
        LogLog.InternalDebugging = false;
    }
}
