using System.Data;
using System.Security.Principal;
using log4net.Util;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>Whatever reads the caller's location, user or identity gets it, layout or not, known to us or not.</summary>
internal sealed class LocationTests
{
    private static readonly Dictionary<string, Func<ILayout>> _layouts = new()
    {
        ["SimpleLayout"] = () => new SimpleLayout(),
        ["ExceptionLayout"] = () => new ExceptionLayout(),
        ["PatternLayout with the exception"] = () => new PatternLayout("%m%n") { IgnoresException = false },
        ["DynamicPatternLayout with a header"] = () => new DynamicPatternLayout("%m%n") { Header = "%appdomain%newline", Footer = "end" },
        ["XmlLayout"] = () => new XmlLayout(locationInfo: true),
        ["XmlLayout without location"] = () => new XmlLayout(),
        ["XmlLayoutSchemaLog4J"] = () => new XmlLayoutSchemaLog4J(locationInfo: true),
        ["DynamicPatternLayout"] = () => new DynamicPatternLayout("%M %m%n"),
        ["DynamicPatternLayout %class %u %property"] = () => new DynamicPatternLayout(Output.EveryPattern),
        ["subclass of PatternLayout"] = () => new OwnPatternLayout("%M %m%n"),
        ["subclass of PatternLayout %class %u %property"] = () => new OwnPatternLayout(Output.EveryPattern),
        ["own layout"] = () => Output.Layout(e => $"{e.LocationInformation!.MethodName} {e.RenderedMessage}\n"),
        ["own layout, identity"] = () => Output.Layout(e => $"{e.Identity} {e.UserName} {e.Domain}\n"),
    };

    [TestCaseSource(nameof(Layouts))]
    public void Layout_ThatReadsTheCaller_PrintsWhatItPrintsWithoutTheAsyncAppender(string layout)
    {
        using Comparison comparison = new(() => Output.Text(_layouts[layout]()));

        comparison.AssertEqualFor(log =>
        {
            Located.Info(log, "text");
            log.Error("failed", new InvalidOperationException("outer", new FormatException("inner")));
        });
    }

    /// <summary>log4net's own debug messages are on for the whole process, so no other test runs at the same time.</summary>
    [Test]
    [NonParallelizable]
    public void LocationIsCapturedForCodeOfTheApplication_IsReportedOnceWithWhatMakesItCheaper([Values] bool hasFix)
    {
        using InternalMessages messages = new();
        string name = Some.Name("async");
        AsyncBufferingForwardingAppender appender = new() { Name = name };
        if (hasFix)
        {
            appender.Fix = FixFlags.Partial;
        }

        IReadOnlyList<string> reported;
        LogLog.InternalDebugging = true;
        try
        {
            appender.AddAppender(Output.Text(_layouts["own layout"]()).Appender);
            appender.ActivateOptions();
            for (int i = 0; i < 2; i++)
            {
                appender.DoAppend(Some.Event());
                appender.Flush(-1);
            }

            reported = messages.Naming($"[{name}]: each log call captures its caller location");
        }
        finally
        {
            LogLog.InternalDebugging = false;
            appender.Close();
        }

        Assert.That(reported, Has.Count.EqualTo(hasFix ? 0 : 1));
        Assert.That(reported, Has.All.Contain("set fix without LocationInfo").And.All.Contain(nameof(DelegatingLayout)));
    }

    [Test]
    public void MemoryAppender_EventsThatItHandsOut_HaveIdentityUserAndLocation()
    {
        using Comparison comparison = new(() =>
        {
            MemoryAppender memory = new();
            return new Output(memory, () => string.Concat(memory.GetEvents().Select(Text)));
        });

        comparison.AssertEqualFor(log => Located.Info(log, "text"));

        static string Text(LoggingEvent e) => $"{e.Identity} {e.UserName} {e.Domain} {e.ThreadName} {e.LocationInformation?.FullInfo} "
            + $"{e.LookupProperty("tenant")} {e.RenderedMessage}\n";
    }

    [Test]
    public void AppenderOfTheApplication_ThatReadsTheLocation_GetsIt()
    {
        using Comparison comparison = new(() => Output.Own(e => $"{e.LocationInformation?.MethodName} {e.Identity}\n"));

        comparison.AssertEqualFor(log => Located.Info(log, "text"));
    }

    [TestCase("")]
    [TestCase("""<fix value="Message, Domain, UserName, Identity" />""")]
    [Demand("E2")]
    public void DomainUserAndIdentityAreFixed_LineIsTheOneThatIsWrittenAtOnce(string options)
    {
        using LogScene scene = new();
        const string pattern = "%appdomain %username %identity %message%newline";
        scene.Configure(
            scene.File("direct", pattern),
            scene.File("behind", pattern),
            scene.Async("""<idleTime value="3600000" />""" + options, "behind"),
            """<logger name="direct"><appender-ref ref="direct" /></logger>""",
            $"""<logger name="behind"><appender-ref ref="{scene.Name}" /></logger>""",
            LogScene.Root());

        LogAs(scene, "caller", "direct", "behind");

        Assert.That(scene.Appender.Flush(-1), Is.True);
        Assert.That(scene.Lines("behind"), Is.EqualTo(scene.Lines("direct")));
        Assert.That(scene.Lines("behind"), Has.Count.EqualTo(1).And.All.Match("^\\S+ \\S+ caller a$"));
    }

    /// <summary>log4net prints nothing for what is not there; the user's name it always computes.</summary>
    [Test]
    [Demand("E2")]
    public void DomainUserAndIdentityAreNotFixed_EachCallersLineIsTheSame()
    {
        using LogScene scene = new();
        scene.ConfigureFile(
            """<idleTime value="3600000" /><fix value="Message" />""", "[%appdomain][%identity][%username] %message%newline");

        LogAs(scene, "one", "test");
        LogAs(scene, "two", "test");

        Assert.That(scene.Appender.Flush(-1), Is.True);
        Assert.That(scene.Lines(), Has.Count.EqualTo(2).And.All.Match("^\\[\\]\\[\\]\\[\\S+\\] a$"));
        Assert.That(scene.Lines().Distinct(), Has.Exactly(1).Items);
    }

    private static void LogAs(LogScene scene, string identity, params string[] loggers) => Eventually.Returns(
        () =>
        {
            Thread.CurrentPrincipal = new GenericPrincipal(new GenericIdentity(identity), roles: null);
            Array.ForEach(loggers, logger => scene.Log(logger).Info("a"));
        },
        "the log calls");

    private static string[] Layouts() => [.. _layouts.Keys];

    private sealed class OwnPatternLayout(string pattern) : PatternLayout(pattern);
}
