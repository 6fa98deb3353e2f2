using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>Which appenders are made, and who refers to them.</summary>
internal static partial class XmlTopic
{
    private static void References(Golden golden)
    {
        Config(golden, "appender-ref to an unknown appender", """
            <log4net>
              <appender name="A" type="TYPE:Target"/>
              <root><appender-ref ref="missing"/><appender-ref ref="A"/><appender-ref/></root>
            </log4net>
            """);

        Config(golden, "appenders never referenced are not made; an appender referenced twice is one object", """
            <log4net>
              <appender name="A" type="TYPE:Target"/>
              <appender name="B" type="TYPE:Target"/>
              <root><appender-ref ref="A"/></root>
              <logger name="x"><appender-ref ref="A"/></logger>
            </log4net>
            """, repository => "shared " + ReferenceEquals(repository.Root.Appenders[0], ((Logger)repository.GetLogger("x")).Appenders[0]));

        Config(golden, "two appenders of one name: the first in document order", """
            <log4net>
              <appender name="A" type="TYPE:Target"><number value="1"/></appender>
              <appender name="A" type="TYPE:Target"><number value="2"/></appender>
              <root><appender-ref ref="A"/></root>
            </log4net>
            """);

        Config(golden, "appender references below appenders, in any order", """
            <log4net>
              <appender name="B" type="log4net.Appender.BufferingForwardingAppender">
                <bufferSize value="3"/>
                <lossy value="true"/>
                <evaluator type="log4net.Core.LevelEvaluator"><threshold value="WARN"/></evaluator>
                <fix value="Partial"/>
                <appender-ref ref="F"/>
              </appender>

              <appender name="F" type="log4net.Appender.ForwardingAppender">
                <appender-ref ref="A"/>
              </appender>
              <appender name="A" type="TYPE:Target"/>

              <root><appender-ref ref="B"/></root>
            </log4net>
            """);

        Config(golden, "a reference on an appender that takes none", """
            <log4net>
              <appender name="A" type="TYPE:Target"><appender-ref ref="B"/></appender>
              <appender name="B" type="TYPE:Target"/>
              <root><appender-ref ref="A"/></root>
            </log4net>
            """);
    }

    private static void FailingAppenders(Golden golden)
    {
        Config(golden, "appenders that cannot be made: unknown type, not an appender, constructor throws, ActivateOptions throws, no type", """
            <log4net>
              <appender name="A" type="No.Such.Type"/>
              <appender name="B" type="TYPE:NotAnAppender"/>
              <appender name="C" type="TYPE:ThrowingConstructor"/>
              <appender name="D" type="TYPE:ThrowingActivate"/>
              <appender name="E"/>
              <appender name="F" type="TYPE:Target"/>

              <root>
                <appender-ref ref="A"/>
                <appender-ref ref="B"/>
                <appender-ref ref="C"/>
                <appender-ref ref="D"/>
                <appender-ref ref="E"/>
                <appender-ref ref="F"/>
              </root>
            </log4net>
            """);
    }
}
