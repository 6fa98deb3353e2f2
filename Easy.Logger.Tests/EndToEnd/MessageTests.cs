using System.Globalization;
using Easy.Logger.Tests.Support;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace Easy.Logger.Tests.EndToEnd;

/// <summary>Where the message is rendered cannot be told from what comes out, whoever gets the event.</summary>
internal sealed class MessageTests
{
    private const string Patient = """<idleTime value="3600000" />""";
    private const string Memory = """<appender name="memory" type="log4net.Appender.MemoryAppender" />""";
    private const string Pattern = "%thread %message%newline%exception";

    private readonly LogScene _scene = new();

    [TearDown]
    public void EndScene() => _scene.Dispose();

    [Test]
    public void DoAppend_ArgumentsChangeAfterTheCall_LineIsThatOfTheCall(
        [Values] bool filtered, [Values(Pattern, "%message %stacktrace%newline")] string pattern)
    {
        const string filter = """<filter type="log4net.Filter.StringMatchFilter"><stringToMatch value="now" />"""
            + """<acceptOnMatch value="false" /></filter>""";
        _scene.ConfigureFile(Patient, pattern, filtered ? filter : string.Empty);
        object[] arguments = ["then"];
        List<string> list = ["then"];
        _scene.Log().Info("so that the worker has seen its child");
        Assert.That(_scene.Appender.Flush(-1), Is.True);

        _scene.Log().InfoFormat("{0}", arguments);
        _scene.Log().InfoFormat("{0} {1}", new Joined(list), 1);
        arguments[0] = "now";
        list[0] = "now";

        Assert.That(_scene.Appender.Flush(-1), Is.True);
        Assert.That(_scene.Lines().Skip(1).ToArray(), Has.Length.EqualTo(2).And.All.Contains("then"));
    }

    [Test]
    [SetCulture("fr-FR")]
    public void DoAppend_CallersHaveTheirOwnCulture_EachLineIsInThatOfItsCaller()
    {
        _scene.ConfigureFile(Patient);

        foreach (string culture in new[] { "fr-FR", "en-US", "sv-SE" })
        {
            using BackgroundCall<bool> caller = new(() =>
            {
                CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
                _scene.Log().InfoFormat(null!, "{0}", -1.5);
                _scene.Log().InfoFormat("{0}", -1.5);
                _scene.Log().InfoFormat(CultureInfo.GetCultureInfo("de-DE"), "{0}", -1.5);
                return true;
            });
            Assert.That(caller.Result, Is.True);
        }

        Assert.That(_scene.Appender.Flush(-1), Is.True);
        Assert.That(_scene.Lines(), Is.EqualTo(new[] { "-1,5", "-1.5", "-1,5", "-1.5", "-1.5", "-1,5", "\u22121,5", "-1.5", "-1,5" }));
    }

    /// <summary>The same event goes to an appender behind us and to one beside us, which comes before or after.</summary>
    [Test]
    public void DoAppend_AnotherAppenderGetsTheSameEvent_ItShowsAllOfIt([Values] bool memoryFirst)
    {
        _scene.Configure(
            Memory,
            _scene.File(pattern: Pattern),
            _scene.Async(Patient, "file"),
            memoryFirst ? LogScene.Root("memory", _scene.Name) : LogScene.Root(_scene.Name, "memory"));

        _scene.Log().ErrorFormat("{0}", 42);

        LoggingEvent seen = _scene.Repository.Appender<MemoryAppender>().GetEvents().Single();
        Assert.That((seen.RenderedMessage, seen.ThreadName is null), Is.EqualTo(("42", false)));
        Assert.That(_scene.Appender.Flush(-1), Is.True);
        Assert.That(_scene.Lines(), Is.EqualTo(new[] { $"{seen.ThreadName} 42" }));
    }

    [TestCase("", true)]
    [TestCase("""<lossy value="true" /><evaluator type="log4net.Core.LevelEvaluator"><threshold value="ERROR" /></evaluator>""", true)]
    [TestCase("""<evaluator type="log4net.Core.LevelEvaluator"><threshold value="FATAL" /></evaluator>""", true)]
    [TestCase("""<overflow value="DropLowestLevel" />""", true)]
    [TestCase("", false)]
    public void DoAppend_ChildReadsTheEvent_ItIsFixedAsByTheCaller(string options, bool fileBeside)
    {
        _scene.Configure(
            Memory, _scene.File(pattern: Pattern), _scene.Async(Patient + options, fileBeside ? ["file", "memory"] : ["memory"]),
            LogScene.Root(_scene.Name));

        _scene.Log().ErrorFormat("{0}", 42);

        Assert.That(_scene.Appender.Flush(-1), Is.True);
        LoggingEvent seen = _scene.Repository.Appender<MemoryAppender>().GetEvents().Single();
        LoggingEvent expected = Some.Event();
        expected.Fix = _scene.Appender.Fix;
        Assert.That((seen.RenderedMessage, seen.Fix), Is.EqualTo(("42", expected.Fix)));
    }

    /// <summary>
    /// Whatever comes while an event waits, its message is not lost. A child that comes gets what is captured for it, not what was
    /// captured before.
    /// </summary>
    [TestCase("child")]
    [TestCase("layout")]
    [TestCase("filter")]
    [TestCase("batchRendering")]
    [TestCase("overflow")]
    [TestCase("lossy")]
    public void DoAppend_SomethingChangesWhileTheEventWaits_MessageIsThere(string changed)
    {
        _scene.ConfigureFile(Patient, "%message%newline");
        _scene.Log().InfoFormat("{0}", "seen");
        Assert.That(_scene.Appender.Flush(-1), Is.True);
        AsyncBufferingForwardingAppender appender = _scene.Appender;
        FileAppender file = _scene.Repository.Appender<FileAppender>();
        MemoryAppender memory = new() { Name = "memory" };

        _scene.Log().InfoFormat("{0}", 42);
        Change(changed, appender, file, memory);

        Assert.That(appender.Flush(-1), Is.True);
        Assert.That(_scene.Lines().Select(line => line.Trim('[', ']')), Is.EqualTo(new[] { "seen", "42" }));
        Assert.That(memory.GetEvents(), Is.Empty);
    }

    private static void Change(string what, AsyncBufferingForwardingAppender appender, FileAppender file, MemoryAppender memory)
    {
        switch (what)
        {
            case "child":
                appender.AddAppender(memory);
                break;
            case "layout":
                file.Layout = new DelegatingLayout((writer, e) => writer.WriteLine($"[{e.RenderedMessage}]"));
                break;
            case "filter":
                file.AddFilter(new DelegatingFilter(
                    e => e.RenderedMessage == "42" ? log4net.Filter.FilterDecision.Accept : log4net.Filter.FilterDecision.Deny));
                break;
            case "batchRendering":
                appender.BatchRendering = false;
                appender.ActivateOptions();
                break;
            case "overflow":
                appender.Overflow = Easy.Logger.Buffering.OverflowPolicy.DropLowestLevel;
                appender.ActivateOptions();
                break;
            default:
                appender.Lossy = true;
                appender.Evaluator = new LevelEvaluator(Level.All);
                appender.ActivateOptions();
                break;
        }
    }

    [Test]
    public void Fix_LayoutChangesAtRunTime_FollowsIt()
    {
        _scene.ConfigureFile(Patient);
        FileAppender file = _scene.Repository.Appender<FileAppender>();
        Assert.That(_scene.Appender.Fix & FixFlags.Properties, Is.EqualTo(FixFlags.None));

        file.Layout = new PatternLayout("%property{user} %message%newline");
        LogAs("one");
        LogAs("two");

        Assert.That(_scene.Appender.Fix & FixFlags.Properties, Is.EqualTo(FixFlags.Properties));
        Assert.That(_scene.Lines()[^1], Is.EqualTo("two x"));

        ((PatternLayout)file.Layout).ConversionPattern = "%message%newline";
        ((PatternLayout)file.Layout).ActivateOptions();
        Assert.That(_scene.Appender.Flush(-1), Is.True);
        LogAs("three");

        Assert.That(_scene.Lines()[^1], Is.EqualTo("x"));
        Assert.That(_scene.Appender.Fix & FixFlags.Properties, Is.EqualTo(FixFlags.None));
    }

    private void LogAs(string user)
    {
        ThreadContext.Properties["user"] = user;
        try
        {
            _scene.Log().Info("x");
            Assert.That(_scene.Appender.Flush(-1), Is.True);
        }
        finally
        {
            ThreadContext.Properties.Remove("user");
        }
    }

    private sealed class Joined(List<string> parts)
    {
        public override string ToString() => string.Join(',', parts);
    }
}
