using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>Everything but appenders' properties: loggers, levels, renderers, filters; documents that are odd as a whole.</summary>
internal static partial class XmlTopic
{
    private static void LoggersAndLevels(Golden golden)
    {
        Config(golden, "loggers: level, additivity, inherited, unknown level, category and priority, threshold of the repository", """
            <log4net threshold="WARN">
              <logger name="a" additivity="false"><level value="DEBUG"/></logger>
              <logger name="a.b"><level value="inherited"/></logger>
              <logger name="c"><level value="NOLEVEL"/></logger>
              <category name="d" additivity="FALSE"><priority value="ERROR"/></category>
              <logger name="e" additivity="maybe"/>
              <root><level value="inherited"/></root>
            </log4net>
            """);

        Config(golden, "root level unknown, two levels, level as text", """
            <log4net>
              <root><level value="NOLEVEL"/><level value="ERROR"/></root>
              <logger name="a"><level>INFO</level></logger>
            </log4net>
            """);

        Config(golden, "repository threshold unknown, as null text; plugin and property elements", """
            <log4net threshold="NOLEVEL">
              <property><key value="rk"/><value value="rv"/></property>
              <level><name value="AUDIT"/><value value="65000"/></level>
              <level><name value="WARN"/><displayName value="warning!"/></level>
              <level><name value="UNDEFINED"/></level>
              <root><level value="AUDIT"/></root>
            </log4net>
            """, DescribeLevels);
    }

    private static void RenderersAndFilters(Golden golden)
    {
        Config(golden, "renderers", """
            <log4net>
              <renderer renderingClass="TYPE:TagRenderer" renderedClass="System.Int32"/>
              <renderer renderingClass="No.Such" renderedClass="System.Int64"/>
              <renderer renderingClass="TYPE:TagRenderer" renderedClass="No.Such"/>
              <renderer renderingClass="TYPE:NotAnAppender" renderedClass="System.Int16"/>
            </log4net>
            """, repository => repository.RendererMap.FindAndRender(5) + " " + repository.RendererMap.FindAndRender(5L));

        Config(golden, "filters, error handler, by element names", """
            <log4net>
              <appender name="A" type="TYPE:Target">
                <filter type="log4net.Filter.LevelRangeFilter">
                  <levelMin value="INFO"/>
                  <levelMax value="WARN"/>
                  <acceptOnMatch value="false"/>
                </filter>
                <filter type="log4net.Filter.StringMatchFilter"><regexToMatch value="^x"/></filter>
                <filter type="log4net.Filter.DenyAllFilter"/>
                <errorHandler type="log4net.Util.OnlyOnceErrorHandler"/>
              </appender>

              <root><appender-ref ref="A"/></root>
            </log4net>
            """, repository => string.Join(" > ", Filters((AppenderSkeleton)repository.Root.Appenders[0]).Select(ConfiguredTree.Describe)));
    }

    private static void OddDocuments(Golden golden)
    {
        Config(golden, "an unknown top-level element; text between elements; no children", "<log4net>text<!-- c --><nope value='1'/></log4net>");
        Config(golden, "not a log4net element", "<other><root/></other>");
        Config(golden, "empty", "<log4net/>");

        Config(golden, "namespaces and prefixes", """
            <l:log4net xmlns:l="urn:x">
              <l:appender name="A" type="TYPE:Target"><l:number value="5"/></l:appender>
              <l:root><l:appender-ref ref="A"/></l:root>
            </l:log4net>
            """);

        Config(golden, "type names: short name with assembly, wrong case, a type of the core library", """
            <log4net>
              <appender name="A" type="log4net.appender.memoryappender"/>
              <appender name="B" type="log4net.Appender.MemoryAppender, log4net"/>
              <root><appender-ref ref="A"/><appender-ref ref="B"/></root>
            </log4net>
            """);
    }

    private static string DescribeLevels(Hierarchy repository)
    {
        LevelMap levels = repository.LevelMap;
        Level warn = levels["WARN"]!;
        return $"AUDIT {levels["AUDIT"]?.Value} WARN display {warn.DisplayName} value {warn.Value}"
            + $" UNDEFINED {(levels["UNDEFINED"] is null ? "<null>" : "value")} property {Golden.Show(repository.Properties["rk"])}";
    }

    private static IEnumerable<IFilter> Filters(AppenderSkeleton appender)
    {
        for (IFilter? filter = appender.FilterHead; filter is not null; filter = filter.Next)
        {
            yield return filter;
        }
    }
}
