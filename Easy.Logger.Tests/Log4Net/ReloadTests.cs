namespace Easy.Logger.Tests.Log4Net;

/// <summary>What log4net does with appenders, and in which order, when a configuration is read while another one is in force.</summary>
internal sealed class ReloadTests
{
    private const string Type = "Easy.Logger.Tests.Log4Net.ReloadTests+TracingAppender, Easy.Logger.Tests";

    /// <summary>What happened in a run, by the names of the appenders: each test has its own name in front of them.</summary>
    private static readonly ConcurrentQueue<string> _steps = [];

    /// <summary>Each runs once, before the step of that name.</summary>
    private static readonly ConcurrentDictionary<string, Action> _hooks = new();

    private readonly string _run = Some.Name("reload");
    private readonly TestRepository _repository = new();

    [TearDown]
    public void End() => _repository.Dispose();

    /// <summary>Until 3.4 the new appenders were activated first, and both had the file open.</summary>
    [Test]
    public void Configure_Again_OldAppendersAreClosedBeforeNewOnesAreActivated()
    {
        Configure("old");
        Configure("new");

        Assert.That(
            Steps,
            Is.EqualTo(new[] { "old made", "old activated", "new made", "old closed", "new activated" }),
            "Journaling/Lane and docs/how-it-works.md, \"What happens when\", follow this order.");
    }

    /// <summary>
    /// A log call may reach an appender that is not activated yet: its logger has it while later parts of the file are read.
    /// </summary>
    [Test]
    public void Configure_LoggerBeforeAnother_GetsEventsBeforeItsAppenderIsActivated()
    {
        _repository.Hierarchy.Configured = true; // as after an earlier configuration
        ILog log = _repository.Log("first");
        _hooks[_run + " second made"] = () => log.Info("event");
        _repository.Configure($"""
            <logger name="first"><appender-ref ref="{_run} first" /></logger>
            <logger name="second"><appender-ref ref="{_run} second" /></logger>
            <appender name="{_run} first" type="{Type}" />
            <appender name="{_run} second" type="{Type}" />
            <root><level value="ALL" /></root>
            """);

        Assert.That(
            Steps,
            Is.EqualTo(new[] { "first made", "first appends", "second made", "first activated", "second activated" }),
            "Buffering/BufferingPipeline.Start is called by the first event for this reason.");
    }

    /// <summary>Whoever logs meanwhile waits for the logger's lock.</summary>
    [Test]
    public void ReplaceAppenders_OldOneIsSlowToClose_LogCallsOfThatLoggerWait()
    {
        Configure("old");
        using ManualResetEventSlim closing = new();
        using ManualResetEventSlim go = new();
        _hooks[_run + " old closed"] = () =>
        {
            closing.Set();
            go.Wait(Eventually.Patience);
        };
        using BackgroundCall<bool> reload = new(() => Configure("new"));
        Assert.That(closing.Wait(Eventually.Patience), Is.True);

        using BackgroundCall<bool> call = new(() => Log("event"));
        call.AwaitBlockedOrDone();
        bool waited = !call.IsDone;
        go.Set();

        Assert.That((waited, reload.Result, call.Result), Is.EqualTo((true, true, true)), "docs/guarantees.md, 10, says so.");
    }

    /// <summary>log4net looks whether a logger has appenders before it takes the logger's lock.</summary>
    [Test]
    public void ReplaceAppenders_CallInTheMomentOfTheExchange_ReachesNeitherTheOldNorTheNew()
    {
        SingleTakingAppender old = new();
        SingleTakingAppender replacement = new();
        _repository.Attach(old);

        _repository.Hierarchy.Root.ReplaceAppenders(Exchanged());

        Assert.That(
            (old.Messages.Count, replacement.Messages.Count),
            Is.EqualTo((0, 0)),
            "docs/guarantees.md, 10, and Benchmarker/Soak/StressCommand say so.");

        IEnumerable<IAppender> Exchanged()
        {
            Eventually.Returns(() => Log("event"), "the log call");
            yield return replacement;
        }
    }

    private bool Log(string message)
    {
        _repository.Log().Info(message);
        return true;
    }

    private bool Configure(string name)
    {
        _repository.Configure($"""
            <appender name="{_run} {name}" type="{Type}" />
            <root><level value="ALL" /><appender-ref ref="{_run} {name}" /></root>
            """);
        return true;
    }

    private IEnumerable<string> Steps =>
        _steps.Where(step => step.StartsWith(_run + " ", StringComparison.Ordinal)).Select(step => step[(_run.Length + 1)..]);

    public sealed class TracingAppender : ForwardingAppender, IAppender
    {
        string IAppender.Name
        {
            get => Name;
            set
            {
                Name = value;
                Step("made");
            }
        }

        public override void ActivateOptions() => Step("activated");

        void IAppender.DoAppend(LoggingEvent loggingEvent) => Step("appends");

        void IAppender.Close() => Step("closed");

        private void Step(string what)
        {
            if (_hooks.TryRemove($"{Name} {what}", out Action? hook))
            {
                hook();
            }

            _steps.Enqueue($"{Name} {what}");
        }
    }
}
