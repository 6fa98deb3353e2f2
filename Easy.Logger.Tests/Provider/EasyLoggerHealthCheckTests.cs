using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

[Category("Provider")]
internal sealed class EasyLoggerHealthCheckTests : AppenderTests, IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly TestRepository _repository = new();

    public EasyLoggerHealthCheckTests()
        : base(isClockByHand: true)
    {
        (Appender.Name, Appender.BufferSize, Appender.QueueLimit) = ("Async", 1, 10);
        (Appender.Overflow, Appender.CloseTimeout) = (OverflowPolicy.DropNewest, 1);
    }

    private HealthCheckResult Health => HealthOf(Check());

    public void Dispose()
    {
        _repository.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void Check_EverythingIsWritten_IsHealthyWithNumbers([Values] bool hasJournal)
    {
        Appender.Journal = hasJournal ? _folder.File("journal") : null;
        Attach();
        Log(1);
        Assert.That(Appender.Flush(-1), Is.True);

        string[] expected =
        [
            "Async.state Running", "Async.accepted 1", "Async.forwarded 1", "Async.failed 0", "Async.dropped 0", "Async.rejected 0",
            "Async.pending 0", "Async.queueLimit 10", "Async.oldestPendingAgeMs 0",
        ];
        string[] ofTheJournal = hasJournal ? ["Async.journaled 1", "Async.notJournaled 0"] : [];
        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Healthy));
        Assert.That(Health.Data.Select(number => $"{number.Key} {number.Value}"), Is.EquivalentTo(expected.Concat(ofTheJournal)));
        HealthCheckContext[] unregistered = [new(), null!];
        Assert.That(unregistered.Select(each => Check().CheckHealthAsync(each).Result.Status), Is.All.EqualTo(HealthStatus.Healthy));
    }

    [Test]
    public void Check_JournalCannotBeUsed_IsDegradedAndSaysWhy()
    {
        Appender.Journal = _folder.File("journal");
        File.WriteAllText(Appender.Journal, "somebody's notes");
        Attach();

        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Degraded));
        Assert.That(Health.Description, Does.StartWith("'Async' has no journal: ").And.Contain(Appender.Journal));
    }

    [TestCase(null, HealthStatus.Unhealthy)]
    [TestCase(HealthStatus.Degraded, HealthStatus.Degraded)]
    [Demand("G9")]
    public void ChildIsStuckForThirtySeconds_IsWhatTheRegistrationCallsUnhealthyWithTheAge(
        HealthStatus? failureStatus, HealthStatus expected)
    {
        Attach();
        HoldWorker();
        Clock.Advance(TimeSpan.FromSeconds(30));

        HealthCheckResult result = HealthOf(Check(), failureStatus: failureStatus);

        Assert.That(result.Status, Is.EqualTo(expected));
        Assert.That(result.Description, Is.EqualTo("'Async' is stalled: 1 event(s) wait, the oldest for 30 s."));
        Assert.That(result.Data["Async.oldestPendingAgeMs"], Is.EqualTo(30_000L));
    }

    [Test]
    public void Check_EventsDropped_IsDegradedForFiveMinutesWhoeverAsks()
    {
        Attach();
        HoldWorker();
        Log(12);
        Child.OpenGate();
        Assert.That(Appender.Flush(-1), Is.True);
        EasyLoggerHealthCheck check = Check();

        string expected = "'Async' has lost 3 event(s), the last less than 00:05:00 ago.";
        Assert.That(HealthOf(check, "ready").Description, Is.EqualTo(expected));
        Clock.Advance(TimeSpan.FromSeconds(299));
        Assert.That(HealthOf(check, "ready").Description, Is.EqualTo(expected));
        Assert.That(HealthOf(Check(), "live").Status, Is.EqualTo(HealthStatus.Degraded), "another probe");
        Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(HealthOf(check, "ready").Status, Is.EqualTo(HealthStatus.Healthy));
        Assert.That(
            HealthOf(check, "ready").Description,
            Is.EqualTo("The attached appenders took everything that the async appenders accepted."));
    }

    /// <summary>The limit by which a backlog is measured is the one in force; those that are out of their bounds are not.</summary>
    [TestCase(1, 10, 7, HealthStatus.Healthy)]
    [TestCase(1, 10, 8, HealthStatus.Degraded)]
    [TestCase(512, 0)]
    [TestCase(512, 100, 100)]
    [TestCase(512, 512)]
    [TestCase(0, 100)]
    [TestCase(65_537, 600)]
    public void Check_QueueFills_IsDegradedFromFourFifthsOfTheLimitInForce(
        int bufferSize, int queueLimit, int pending = 0, HealthStatus expected = HealthStatus.Healthy)
    {
        int inForce =
            new BufferingOptions { BufferSize = bufferSize, QueueLimit = queueLimit }.Validate(queueLimitIsSet: true, out _).QueueLimit;
        (Appender.BufferSize, Appender.QueueLimit) = (bufferSize, queueLimit);
        Attach();
        Child.CloseGate();
        Log(pending);

        Assert.That(Health.Status, Is.EqualTo(expected));
        Assert.That(Health.Data["Async.pending"], Is.EqualTo(pending));
        Assert.That(Health.Data["Async.queueLimit"], Is.EqualTo(inForce));
    }

    [Test]
    public void Check_LossyHistory_IsNeitherLossNorBacklog()
    {
        (Appender.BufferSize, Appender.QueueLimit, Appender.Lossy) = (10, 1_000, true);
        Appender.Evaluator = new LevelEvaluator(Level.Error);
        Attach();
        Log(20);
        Eventually.Holds(() => Appender.Statistics.DroppedFor(DropReason.Lossy) > 0, "the history overflows");

        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Healthy));
    }

    [Test]
    public void Check_ChildFailsBelowAnotherAppender_IsDegradedWithTheErrorAndHasANameOfItsOwn()
    {
        ForwardingAppender outer = new() { Name = "outer" };
        outer.AddAppender(Appender);
        Child.OnAppend = _ => throw new InvalidOperationException("disk on fire");
        Attach(outer);
        Log(1);
        Appender.Flush(-1);
        _repository.Attach(new AsyncBufferingForwardingAppender { Name = "Async" });

        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Degraded));
        Assert.That(Health.Data, Does.ContainKey("Async.state").And.ContainKey("Async#2.state"));
        Assert.That(Health.Data["Async.failed"], Is.EqualTo(1L));
        Assert.That(Health.Data["Async.lastError"], Does.Contain("disk on fire"));
    }

    [Test]
    public void Check_NothingToLookAt_SaysSo()
    {
        Assert.That(Health.Description, Does.StartWith("Nothing is written").And.EndsWith("is not configured."));
        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Unhealthy));

        _repository.Attach(Child);
        Assert.That(Health.Description, Does.Contain("There is no AsyncBufferingForwardingAppender"));
        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Healthy));
    }

    /// <summary>As AddCheck finds it: one for all calls, so that it remembers what was lost before.</summary>
    [Test]
    public void AddEasyLogger_HealthCheck_IsOneOverTheProvidersRepository()
    {
        using ServiceProvider services = new ServiceCollection()
            .AddLogging(builder => builder.AddEasyLogger(options => options.Repository = _repository.Hierarchy.Name))
                .BuildServiceProvider();
        Attach();

        EasyLoggerHealthCheck check = ActivatorUtilities.GetServiceOrCreateInstance<EasyLoggerHealthCheck>(services);

        Assert.That(check, Is.SameAs(ActivatorUtilities.GetServiceOrCreateInstance<EasyLoggerHealthCheck>(services)));
        Assert.That(
            ActivatorUtilities.CreateInstance<EasyLoggerHealthCheck>(services), Is.Not.Null, "for containers without that registration");
        Assert.That(HealthOf(check).Data, Does.ContainKey("Async.state"));
    }

    private static HealthCheckResult HealthOf(EasyLoggerHealthCheck check, string name = "logging", HealthStatus? failureStatus = null) =>
        check.CheckHealthAsync(
            new HealthCheckContext { Registration = new HealthCheckRegistration(name, check, failureStatus, tags: null) }).Result;

    private EasyLoggerHealthCheck Check() => new(_repository.Hierarchy, TimeSpan.FromSeconds(2), Clock);

    private void Attach(IAppender? root = null)
    {
        Activate();
        _repository.Attach(root ?? Appender);
    }
}

/// <summary>A mistake in the configuration is seen at once: nothing is healthy while no line is written.</summary>
internal sealed class HealthOfConfigurationTests : ProviderScene
{
    private const string Memory = "log4net.Appender.MemoryAppender";
    private const string Appenders =
        $"""
        <appender name="kept" type="{Memory}" />
        <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
          <bufferSize value="10" /><appender-ref ref="kept" /></appender>
        <root><level value="ALL" /><appender-ref ref="Async" /></root>
        """;

    private HealthCheckResult Health
    {
        get
        {
            EasyLoggerProvider provider = Provider(options => options.Configuration = new FileInfo(Scene.Folder.File("mine.config")));
            return new EasyLoggerHealthCheck(provider).CheckHealthAsync(new HealthCheckContext()).Result;
        }
    }

    [TestCase("AsyncBuffering", "AsyncBufering", "AsyncBuferingForwardingAppender", TestName = "{m}(type)")]
    [TestCase("ref=\"kept\" /></", "ref=\"kpet\" /></", "kpet", TestName = "{m}(reference)")]
    [TestCase("ref=\"Async\" /></", "ref=\"Asnyc\" /></", "Asnyc", TestName = "{m}(reference of the root)")]
    [TestCase("value=\"10\"", "value=\"ten\"", "ten", TestName = "{m}(value)")]
    [TestCase("bufferSize", "bufferSice", "bufferSice", TestName = "{m}(option)")]
    [TestCase("value=\"ALL\"", "value=\"ALLL\"", "level", TestName = "{m}(level of the root)")]
    [TestCase("<root>", "<logger name=\"a\" additivity=\"fasle\" /><root>", "fasle", TestName = "{m}(additivity)")]
    [TestCase("</root>", "", "root", TestName = "{m}(no XML)")]
    public void Check_Mistake_IsUnhealthyAndNamedUntilItIsPutRight(string right, string wrong, string named)
    {
        Write(Appenders.Replace(right, wrong, StringComparison.Ordinal));
        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Unhealthy));
        Assert.That(Health.Description, Does.Contain(named).And.Contain("mine.config").And.Not.Contain("shut down"));

        Write(Appenders);
        Eventually.Holds(() => Health.Status == HealthStatus.Healthy, "the change is read");
    }

    [Test]
    public void Check_AfterShutdown_IsUnhealthy()
    {
        Write(Appenders);
        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Healthy));
        Scene.Repository.Hierarchy.Shutdown();

        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Unhealthy));
        Assert.That(Health.Description, Does.StartWith("Nothing is written").And.Contain("was it shut down?"));
    }

    /// <summary>The appender that lost them is gone.</summary>
    [Test]
    public void Check_ReloadLostEvents_IsDegraded()
    {
        Write(Appenders.Replace(Memory, typeof(GatedAppender).AssemblyQualifiedName, StringComparison.Ordinal)
            .Replace("<bufferSize value=\"10\" />", """<bufferSize value="1" /><closeTimeout value="1" />""", StringComparison.Ordinal));
        Assert.That(Health.Status, Is.EqualTo(HealthStatus.Healthy));
        GatedAppender child = Scene.Repository.Appender<GatedAppender>();
        child.CloseGate();
        for (int i = 0; i < 1_000; i++)
        {
            Log().LogInformation("{Number}", i);
        }

        child.AwaitEntry();
        Write(Appenders);
        Eventually.Holds(() => !Scene.Repository.Hierarchy.GetAppenders().Contains(child), "the change is read");
        Eventually.Holds(() => Health.Status == HealthStatus.Degraded, "the loss is seen");
        Assert.That(Health.Description, Does.StartWith("'Async' has lost ").And.EndsWith("the last less than 00:05:00 ago."));
        child.OpenGate();
    }

    private void Write(string xml) => File.WriteAllText(Scene.Folder.File("mine.config"), $"<log4net>{xml}</log4net>");
}
