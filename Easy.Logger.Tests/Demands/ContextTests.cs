using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Security.Principal;

namespace Easy.Logger.Tests.Demands;

/// <summary>What users ask about the context of a line, where no older test shows it.</summary>
internal sealed class ContextTests
{
    private const string Patient = """<idleTime value="3600000" />""";

    private readonly LogScene _scene = new();

    [TearDown]
    public void EndScene() => _scene.Dispose();

    [TestCase("")]
    [TestCase("""<fix value="Message, Domain, UserName, Identity" />""")]
    public void E2_DomainUserAndIdentityAreFixed_LineIsTheOneThatIsWrittenAtOnce(string options)
    {
        const string pattern = "%appdomain %username %identity %message%newline";
        _scene.Configure(
            _scene.File("direct", pattern),
            _scene.File("behind", pattern),
            _scene.Async(Patient + options, "behind"),
            """<logger name="direct"><appender-ref ref="direct" /></logger>""",
            $"""<logger name="behind"><appender-ref ref="{_scene.Name}" /></logger>""",
            LogScene.Root());

        LogAs("caller", "direct", "behind");

        Assert.That(_scene.Appender.Flush(-1), Is.True);
        Assert.That(_scene.Lines("behind"), Is.EqualTo(_scene.Lines("direct")));
        Assert.That(_scene.Lines("behind"), Has.Count.EqualTo(1).And.All.Match("^\\S+ \\S+ caller a$"));
    }

    /// <summary>E2: log4net prints nothing for what is not there; the user's name it always computes.</summary>
    [Test]
    public void E2_DomainUserAndIdentityAreNotFixed_EachCallersLineIsTheSame()
    {
        _scene.ConfigureFile(Patient + """<fix value="Message" />""", "[%appdomain][%identity][%username] %message%newline");

        LogAs("one", "test");
        LogAs("two", "test");

        Assert.That(_scene.Appender.Flush(-1), Is.True);
        Assert.That(_scene.Lines(), Has.Count.EqualTo(2).And.All.Match("^\\[\\]\\[\\]\\[\\S+\\] a$"));
        Assert.That(_scene.Lines().Distinct(), Has.Exactly(1).Items);
    }

    /// <summary>E6: exceptions change, too. Their text is taken on the caller's thread.</summary>
    [Test]
    public void E6_ExceptionChangesAfterTheCall_OldTextIsWrittenAndNothingFails()
    {
        _scene.ConfigureFile(Patient, "%message%newline");
        List<string> parts = ["x", "y"];
        _scene.Log().Error(parts, new ChangingException(parts));
        parts.Clear();

        Assert.That(_scene.Appender.Flush(-1), Is.True);
        Assert.That(_scene.Lines(), Is.EqualTo(new[] { "{x, y}", "parts: x y" }));
        Assert.That(_scene.Complaints, Is.Empty);
    }

    /// <summary>
    /// E9 for programs that call log4net directly: one property for the whole program, which reads the activity of whoever logs.
    /// </summary>
    [Test]
    public async Task DoAppend_GlobalPropertyReadsTheActivity_ShowsTraceAndSpanOfTheCall()
    {
        string property = Some.Name("trace");
        _scene.ConfigureFile(Patient, $"%property{{{property}}} %message%newline");
        GlobalContext.Properties[property] = new CurrentTrace();
        try
        {
            using Activity activity = new("request");
            activity.SetIdFormat(ActivityIdFormat.W3C).Start();
            await Task.Yield();
            _scene.Log().Info("a");
            string trace = $"{activity.TraceId} {activity.SpanId}";
            activity.Stop();
            _scene.Log().Info("b");

            Assert.That(_scene.Appender.Flush(-1), Is.True);
            Assert.That(_scene.Lines(), Is.EqualTo(new[] { $"{trace} a", "none b" }));
        }
        finally
        {
            GlobalContext.Properties.Remove(property);
        }
    }

    private void LogAs(string identity, params string[] loggers) => Eventually.Returns(
        () =>
        {
            Thread.CurrentPrincipal = new GenericPrincipal(new GenericIdentity(identity), roles: null);
            Array.ForEach(loggers, logger => _scene.Log(logger).Info("a"));
        },
        "the log calls");

    private sealed class CurrentTrace
    {
        public override string ToString() => Activity.Current is { } activity ? $"{activity.TraceId} {activity.SpanId}" : "none";
    }

    [SuppressMessage("Design", "CA1032", Justification = "Only ever made here, with its parts.")]
    private sealed class ChangingException(List<string> parts) : Exception
    {
        public override string ToString() => $"parts: {string.Join(' ', parts)}";
    }
}
