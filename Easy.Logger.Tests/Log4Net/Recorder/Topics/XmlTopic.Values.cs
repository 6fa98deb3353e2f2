namespace Recorder;

/// <summary>How texts become values of properties, and elements objects below an appender.</summary>
internal static partial class XmlTopic
{
    private static void SimpleValues(Golden golden)
    {
        Config(golden, "value conversions, element style", """
            <log4net>
              <appender name="A" type="TYPE:Target">
                <number value="42"/>
                <long value="5000000000"/>
                <flag value="TRUE"/>
                <double value="1.5"/>
                <text value="t"/>
                <anything value="o"/>
                <day value="friday"/>
                <fix value="Partial"/>
                <level value="warn"/>
                <encoding value="utf-16"/>
                <typeValue value="System.String"/>
                <span value="00:01:02"/>
                <uri value="http://h/"/>
                <pattern value="p"/>
                <onlyPattern value="%p"/>
                <optional value="5"/>
              </appender>

              <root><appender-ref ref="A"/></root>
            </log4net>
            """);

        Config(golden, "value conversions, param style, text content, CDATA, comments", """
            <log4net>
              <appender name="A" type="TYPE:Target">
                <param name="Number" value="7"/>
                <param name="text">from text</param>
                <anything><![CDATA[a <b>]]> c<!-- no --></anything>
                <param name="Flag"> true </param>
                <param name="day" value="1"/>
                <param name="fix" value="Message, ThreadName"/>
                <text2/>
              </appender>

              <root><appender-ref ref="A"/></root>
            </log4net>
            """);

        Config(golden, "flags by number and by name", """
            <log4net>
              <appender name="A" type="TYPE:Target"><fix value="12"/></appender>
              <appender name="B" type="TYPE:Target"><fix value="0"/></appender>

              <root><appender-ref ref="A"/><appender-ref ref="B"/></root>
            </log4net>
            """);
    }

    private static void FailingConversions(Golden golden)
    {
        foreach ((string what, string element) in new[]
        {
            ("bad int", "<number value='x'/>"),
            ("int overflow", "<number value='99999999999'/>"),
            ("bad bool", "<flag value='yes'/>"),
            ("empty bool", "<flag value=''/>"),
            ("bad enum", "<day value='someday'/>"),
            ("bad level", "<level value='NOLEVEL'/>"),
            ("bad encoding", "<encoding value='nope'/>"),
            ("bad type", "<typeValue value='No.Such.Type'/>"),
            ("bad span", "<span value='x'/>"),
            ("setter throws", "<throws value='1'/>"),
            ("decimal comma", "<double value='1,5'/>"),
            ("empty int", "<number value=''/>"),
            ("no converter for the type", "<uri value=''/>"),
        })
        {
            Config(golden, "conversion that fails: " + what, $"""
                <log4net>
                  <appender name='A' type='TYPE:Target'>{element}<text value='after'/></appender>
                  <root><appender-ref ref='A'/></root>
                </log4net>
                """);
        }
    }

    private static void WaysToAProperty(Golden golden)
    {
        Config(golden, "unknown, read-only, private, protected property; case of names; Add methods; a method of that name", """
            <log4net>
              <appender name="A" type="TYPE:Target">
                <nope value="1"/>
                <readOnly value="x"/>
                <hidden value="set"/>
                <guarded value="set"/>
                <NUMBER value="3"/>
                <item value="one"/>
                <item value="two"/>
                <additem value="three"/>
                <nested name="ignored"/>
                <method value="4"/>
              </appender>

              <root><appender-ref ref="A"/></root>
            </log4net>
            """);
    }

    private static void NestedObjects(Golden golden)
    {
        Config(golden, "nested objects: by property type, by type attribute, three deep, activation order", """
            <log4net>
              <appender name="A" type="TYPE:Target">
                <number value="1"/>
                <nested>
                  <name value="outer"/>
                  <size value="5"/>
                  <inner><name value="inner"/><inner><name value="deepest"/></inner></inner>
                </nested>
                <interface type="TYPE:Nested"><name value="i"/></interface>
                <evaluator type="log4net.Core.LevelEvaluator"><threshold value="ERROR"/></evaluator>
                <raw type="log4net.Layout.RawPropertyLayout"><key value="k"/></raw>
              </appender>

              <root><appender-ref ref="A"/></root>
            </log4net>
            """);

        Config(golden, "nested objects that fail: abstract without type, unknown type, not assignable, no default constructor", """
            <log4net>
              <appender name="A" type="TYPE:Target">
                <interface/>
                <evaluator type="No.Such.Type"/>
                <nested type="TYPE:NotAnAppender"/>
                <interface type="TYPE:NoDefaultConstructor"/>
                <text value="after"/>
              </appender>

              <root><appender-ref ref="A"/></root>
            </log4net>
            """);

        Config(golden, "a layout where a raw layout is wanted, a pattern string where a string is wanted, empty text", """
            <log4net>
              <appender name="A" type="TYPE:Target">
                <raw type="log4net.Layout.PatternLayout"><conversionPattern value="%m"/></raw>
                <text type="log4net.Util.PatternString" value="made of %literal{x}%env{RECORDER_ENV}"/>
              </appender>

              <appender name="B" type="TYPE:Target">
                <text/>
                <anything type="log4net.Util.PatternString">
                  <conversionPattern value="%env{RECORDER_ENV}"/>
                </anything>
              </appender>

              <root><appender-ref ref="A"/><appender-ref ref="B"/></root>
            </log4net>
            """);
    }

    private static void EnvironmentVariables(Golden golden)
    {
        Config(golden, "environment variables with ${}", """
            <log4net>
              <appender name="A" type="TYPE:Target">
                <text value="a ${RECORDER_ENV} b ${NOT_SET_AT_ALL} c"/>
                <level value="${RECORDER_LEVEL}"/>
                <anything value="$RECORDER_ENV {x}"/>
              </appender>

              <root><level value="${RECORDER_LEVEL}"/><appender-ref ref="A"/></root>
            </log4net>
            """);

        Config(golden, "environment variable without closing brace", """
            <log4net>
              <appender name="A" type="TYPE:Target"><text value="a ${RECORDER_ENV"/></appender>
              <root><appender-ref ref="A"/></root>
            </log4net>
            """);
    }
}
