using log4net.Appender;
using log4net.Config;
using log4net.Layout;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>
/// XmlConfigurator on a fresh repository: the tree that results (types, names, simple property values) and the kinds of
/// internal messages. Types of this program are written as TYPE:Name in the inputs and replaced by their qualified names.
/// </summary>
internal static partial class XmlTopic
{
    /// <summary>What messages may mention.</summary>
    private static readonly string[] _tokens = ["[A]", "[B]", "[missing]", "[Nope]", "[Number]", "[Throws]", "[NOLEVEL]"];

    public static void Run(Golden golden)
    {
        Config(golden, "root with one appender, layout by element, level by value", """
            <log4net>
              <appender name="A" type="log4net.Appender.MemoryAppender">
                <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%m%n"/></layout>
                <threshold value="WARN"/>
              </appender>

              <root><level value="INFO"/><appender-ref ref="A"/></root>
            </log4net>
            """);

        SimpleValues(golden);
        FailingConversions(golden);
        WaysToAProperty(golden);
        NestedObjects(golden);
        EnvironmentVariables(golden);

        References(golden);
        FailingAppenders(golden);

        LoggersAndLevels(golden);
        RenderersAndFilters(golden);
        OddDocuments(golden);

        golden.Case("configure twice, merge and overwrite: what is closed, what is kept, events", ConfigureTwice);
        golden.Case("same appender name in two configurations is two objects; order of new and old", SameNameTwice);
        golden.Case("a root or logger element without references takes its appenders away; a logger not mentioned keeps them", ReferencesTakenAway);
        golden.Case("debug and emitDebug attributes", DebugAttributes);
        golden.Case("entry points: element, stream, file, missing file, bad XML, null", EntryPoints);
        golden.Case("BasicConfigurator", Basic);
        golden.Case("ILog made before the configuration follows it", EarlierLog);
    }

    /// <summary>One configuration of a fresh repository.</summary>
    /// <param name="golden">Where it is recorded.</param>
    /// <param name="name">Of the case.</param>
    /// <param name="xml">Applied and recorded without indentation; only empty lines remain as line breaks.</param>
    /// <param name="extra">What else is asked of the repository afterwards.</param>
    private static void Config(Golden golden, string name, string xml, Func<Hierarchy, string>? extra = null) => golden.Case(name, () =>
    {
        string compact = Compact(xml);
        golden.Lines(compact.Split('\n').Select(line => "> " + line));
        Hierarchy repository = Make.Repository(configured: false);
        Target.Calls.Take();
        using LogLogCapture capture = new();
        golden.Line("configure: " + Golden.Try(() => { XmlConfig.Apply(repository, compact); }));
        golden.Lines(capture.Take(_tokens));
        golden.Line("calls: " + Target.Calls.TakeOneLine());
        ConfiguredTree.Write(golden, repository);
        if (extra is not null)
        {
            golden.Line("also: " + Golden.Try(() => (object)extra(repository)));
        }
    });

    private static string Compact(string xml)
        => string.Join('\n', xml.Split("\n\n").Select(block => string.Concat(block.Split('\n', StringSplitOptions.TrimEntries))));

    private static void Basic(Golden golden)
    {
        Hierarchy repository = Make.Repository(configured: false);
        BasicConfigurator.Configure(repository);
        IEnumerable<string> made = repository.Root.Appenders.Cast<AppenderSkeleton>()
            .Select(appender => appender.GetType().Name + " " + Golden.Quote(((PatternLayout)appender.Layout!).ConversionPattern));
        golden.Line($"configured {repository.Configured} root {repository.Root.Level!.Name}: {string.Join(", ", made)}");

        Hierarchy other = Make.Repository(configured: false);
        BasicConfigurator.Configure(other, new Target { Name = "A" }, new Target { Name = "B" });
        string attached = string.Join(", ", other.Root.Appenders.Cast<IAppender>().Select(appender => appender.Name));
        golden.Line($"given appenders: {attached} activated by the configurator: {Golden.Quote(Target.Calls.TakeOneLine())}");
    }

    private static void EarlierLog(Golden golden)
    {
        Hierarchy repository = Make.Repository(configured: false);
        log4net.ILog log = log4net.LogManager.GetLogger(repository.Name, "x");
        golden.Line("before: " + log.IsErrorEnabled);
        XmlConfig.Apply(repository, """
            <log4net>
              <appender name="A" type="TYPE:Target"/>
              <root><level value="WARN"/><appender-ref ref="A"/></root>
            </log4net>
            """);
        log.Info("info");
        log.Warn("warn");
        golden.Line($"after: info {log.IsInfoEnabled} warn {log.IsWarnEnabled} {Target.Calls.TakeOneLine()}");
    }
}
