using Easy.Logger.Buffering;
using Easy.Logger.Extensions.Microsoft;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>Whether what is logged is written, as a health check says it.</summary>
[Category("Provider")]
internal sealed class EasyLoggerHealthCheckTests : IDisposable
{
    private readonly ManualTimeProvider _clock = new();
    private readonly GatedAppender _child = new();
    private readonly TestRepository _repository = new();
    private readonly AsyncBufferingForwardingAppender _appender;

    public EasyLoggerHealthCheckTests() => _appender = new AsyncBufferingForwardingAppender(_clock)
    {
        Name = "Async",
        BufferSize = 1,
        QueueLimit = 10,
        Overflow = OverflowPolicy.DropNewest,
        CloseTimeout = 1,
    };

    public void Dispose()
    {
        _child.OpenGate();
        _repository.Dispose();
    }

    [Test]
    public async Task Check_EverythingIsWritten_IsHealthyWithNumbers()
    {
        Activate();
        _repository.Log().Info("a");
        Assert.That(_appender.Flush(-1), Is.True);

        HealthCheckResult result = await CheckAsync(Check());

        Assert.That(result.Status, Is.EqualTo(HealthStatus.Healthy));
        string[] expected =
        [
            "Async.state Running", "Async.accepted 1", "Async.forwarded 1", "Async.failed 0", "Async.dropped 0", "Async.rejected 0",
            "Async.pending 0", "Async.queueLimit 10", "Async.oldestPendingAgeMs 0",
        ];
        Assert.That(result.Data.Select(number => $"{number.Key} {number.Value}"), Is.EquivalentTo(expected));
    }

    [Test]
    public async Task Check_JournalIsInUse_IsHealthyWithItsNumbers()
    {
        using TempFolder folder = new();
        _appender.Journal = folder.File("journal");
        Activate();
        _repository.Log().Info("a");

        HealthCheckResult result = await CheckAsync(Check());

        Assert.That(result.Status, Is.EqualTo(HealthStatus.Healthy));
        Assert.That(result.Data["Async.journaled"], Is.EqualTo(1L));
        Assert.That(result.Data["Async.notJournaled"], Is.Zero);
        _repository.Dispose();
    }

    [Test]
    public async Task Check_JournalCannotBeUsed_IsDegradedAndSaysWhy()
    {
        using TempFolder folder = new();
        _appender.Journal = folder.File("journal");
        await File.WriteAllTextAsync(_appender.Journal, "somebody's notes");
        Activate();

        HealthCheckResult result = await CheckAsync(Check());

        Assert.That(result.Status, Is.EqualTo(HealthStatus.Degraded));
        Assert.That(result.Description, Does.StartWith("'Async' has no journal: ").And.Contain(_appender.Journal));
    }

    [TestCase(null, HealthStatus.Unhealthy)]
    [TestCase(HealthStatus.Degraded, HealthStatus.Degraded)]
    [Demand("G9")]
    public async Task ChildIsStuckForThirtySeconds_IsWhatTheRegistrationCallsUnhealthyWithTheAge(
        HealthStatus? failureStatus, HealthStatus expected)
    {
        Activate();
        Hold();
        _clock.Advance(TimeSpan.FromSeconds(30));

        HealthCheckResult result = await CheckAsync(Check(), failureStatus: failureStatus);

        Assert.That(result.Status, Is.EqualTo(expected));
        Assert.That(result.Description, Is.EqualTo("'Async' is stalled: 1 event(s) wait, the oldest for 30 s."));
        Assert.That(result.Data["Async.oldestPendingAgeMs"], Is.EqualTo(30_000L));
    }

    [Test]
    public async Task Check_EventsDropped_IsDegradedForFiveMinutesWhoeverAsks()
    {
        Activate();
        Hold();
        for (int i = 0; i < 12; i++)
        {
            _repository.Log().Info(i);
        }

        _child.OpenGate();
        Assert.That(_appender.Flush(-1), Is.True);
        EasyLoggerHealthCheck check = Check();

        string expected = "'Async' has lost 3 event(s), the last less than 00:05:00 ago.";
        Assert.That((await CheckAsync(check, "ready")).Description, Is.EqualTo(expected));
        _clock.Advance(TimeSpan.FromSeconds(299));
        Assert.That((await CheckAsync(check, "ready")).Description, Is.EqualTo(expected));
        Assert.That((await CheckAsync(Check(), "live")).Status, Is.EqualTo(HealthStatus.Degraded), "another probe");
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That((await CheckAsync(check, "ready")).Status, Is.EqualTo(HealthStatus.Healthy));
        Assert.That(
            (await CheckAsync(check, "ready")).Description,
            Is.EqualTo("The attached appenders took everything that the async appenders accepted."));
    }

    [Test]
    public async Task Check_ChildFails_IsDegradedWithTheError()
    {
        _child.OnAppend = _ => throw new InvalidOperationException("disk on fire");
        Activate();
        _repository.Log().Info("a");
        _appender.Flush(-1);

        HealthCheckResult result = await CheckAsync(Check());

        Assert.That(result.Status, Is.EqualTo(HealthStatus.Degraded));
        Assert.That(result.Data["Async.failed"], Is.EqualTo(1L));
        Assert.That(result.Data["Async.lastError"], Does.Contain("disk on fire"));
    }

    [TestCase(7, HealthStatus.Healthy)]
    [TestCase(8, HealthStatus.Degraded)]
    public async Task Check_QueueFills_IsDegradedFromFourFifths(int pending, HealthStatus expected)
    {
        Activate();
        Hold();
        for (int i = 1; i < pending; i++)
        {
            _repository.Log().Info(i);
        }

        Assert.That((await CheckAsync(Check())).Status, Is.EqualTo(expected));
    }

    /// <summary>The limit by which a backlog is measured.</summary>
    [TestCase(512, -1)]
    [TestCase(512, 0)]
    [TestCase(512, 100)]
    [TestCase(512, 511)]
    [TestCase(512, 512)]
    [TestCase(20_000, 100)]
    [TestCase(0, 100)]
    [TestCase(0, 600)]
    [TestCase(65_536, 65_535)]
    [TestCase(65_537, 600)]
    public async Task Check_QueueLimit_IsTheOneInForceWhateverWasConfigured(int bufferSize, int queueLimit)
    {
        int inForce =
            new BufferingOptions { BufferSize = bufferSize, QueueLimit = queueLimit }.Validate(queueLimitIsSet: true, out _).QueueLimit;
        (_appender.BufferSize, _appender.QueueLimit) = (bufferSize, queueLimit);
        Activate();

        HealthCheckResult result = await CheckAsync(Check());

        Assert.That(result.Status, Is.EqualTo(HealthStatus.Healthy));
        Assert.That(result.Data["Async.queueLimit"], Is.EqualTo(inForce));
    }

    [Test]
    public async Task Check_EventsBeyondALimitThatIsNotInForce_IsHealthy()
    {
        (_appender.BufferSize, _appender.QueueLimit) = (512, 100);
        Activate();
        for (int i = 0; i < 100; i++)
        {
            _repository.Log().Info(i);
        }

        HealthCheckResult result = await CheckAsync(Check());

        Assert.That(result.Data["Async.pending"], Is.EqualTo(100L));
        Assert.That(result.Status, Is.EqualTo(HealthStatus.Healthy));
    }

    [Test]
    public async Task Check_LossyHistory_IsNeitherLossNorBacklog()
    {
        _appender.BufferSize = 10;
        _appender.QueueLimit = 1_000;
        _appender.Lossy = true;
        _appender.Evaluator = new LevelEvaluator(Level.Error);
        Activate();
        for (int i = 0; i < 20; i++)
        {
            _repository.Log().Info(i);
        }

        Eventually.Holds(() => _appender.Statistics.DroppedFor(Easy.Logger.Diagnostics.DropReason.Lossy) > 0, "the history overflows");

        Assert.That((await CheckAsync(Check())).Status, Is.EqualTo(HealthStatus.Healthy));
    }

    [Test]
    public async Task Check_AppenderBelowAnother_IsSeen()
    {
        ForwardingAppender outer = new() { Name = "outer" };
        outer.AddAppender(_appender);
        Activate(outer);

        Assert.That((await CheckAsync(Check())).Data, Does.ContainKey("Async.state"));
    }

    [Test]
    public async Task Check_TwoOfOneName_AreToldApart()
    {
        AsyncBufferingForwardingAppender second = new() { Name = "Async" };
        Activate();
        _repository.Attach(second);

        Assert.That((await CheckAsync(Check())).Data, Does.ContainKey("Async.state").And.ContainKey("Async#2.state"));
    }

    [Test]
    public async Task Check_NothingToLookAt_SaysSo()
    {
        EasyLoggerHealthCheck check = Check();
        Assert.That((await CheckAsync(check)).Description, Does.StartWith("Nothing is written").And.EndsWith("is not configured."));
        Assert.That((await CheckAsync(check)).Status, Is.EqualTo(HealthStatus.Unhealthy));

        _repository.Attach(_child);
        Assert.That((await CheckAsync(check)).Description, Does.Contain("There is no AsyncBufferingForwardingAppender"));
        Assert.That((await CheckAsync(check)).Status, Is.EqualTo(HealthStatus.Healthy));
        _appender.Close();
    }

    [Test]
    public void Check_PlainAppenderHoldsItsLock_IsUnhealthyUntilItLetsGo()
    {
        using HeldForwarder held = new(_repository);
        EasyLoggerHealthCheck check = new(_repository.Hierarchy, TimeSpan.FromMilliseconds(50), TimeProvider.System);

        Assert.That(Eventually.Returns(() => CheckAsync(check).Result, "the check").Status, Is.EqualTo(HealthStatus.Unhealthy));
        using CancellationTokenSource cancelled = new(0);
        Assert.That(() => CheckAsync(check, cancellation: cancelled.Token), Throws.InstanceOf<OperationCanceledException>());

        held.LetGo();
        Eventually.Holds(() => CheckAsync(check).Result.Status == HealthStatus.Healthy, "the appenders can be looked at again");
        _appender.Close();
    }

    [Test]
    public async Task Check_WithoutARegistration_Works()
    {
        Activate();

        Assert.That((await Check().CheckHealthAsync(new HealthCheckContext())).Status, Is.EqualTo(HealthStatus.Healthy));
        Assert.That((await Check().CheckHealthAsync(null!)).Status, Is.EqualTo(HealthStatus.Healthy));
    }

    /// <summary>As AddCheck finds it: one for all calls, so that it remembers what was lost before.</summary>
    [Test]
    public void AddEasyLogger_HealthCheck_IsOneOverTheProvidersRepository()
    {
        using ServiceProvider services = new ServiceCollection()
            .AddLogging(builder => builder.AddEasyLogger(options => options.Repository = _repository.Hierarchy.Name))
                .BuildServiceProvider();
        Activate();

        EasyLoggerHealthCheck check = ActivatorUtilities.GetServiceOrCreateInstance<EasyLoggerHealthCheck>(services);

        Assert.That(check, Is.SameAs(ActivatorUtilities.GetServiceOrCreateInstance<EasyLoggerHealthCheck>(services)));
        Assert.That(
            ActivatorUtilities.CreateInstance<EasyLoggerHealthCheck>(services), Is.Not.Null, "for containers without that registration");
        Assert.That(CheckAsync(check).Result.Data, Does.ContainKey("Async.state"));
    }

    [Test]
    public void Arguments_Null_AreRefused()
    {
        Assert.That(() => new EasyLoggerHealthCheck((EasyLoggerProvider)null!), Throws.ArgumentNullException);
        Assert.That(() => new EasyLoggerHealthCheck((log4net.Repository.ILoggerRepository)null!), Throws.ArgumentNullException);
        _appender.Close();
    }

    private static async Task<HealthCheckResult> CheckAsync(
        EasyLoggerHealthCheck check, string name = "logging", HealthStatus? failureStatus = null,
        CancellationToken cancellation = default) =>
        await check.CheckHealthAsync(
            new HealthCheckContext { Registration = new HealthCheckRegistration(name, check, failureStatus, tags: null) }, cancellation);

    private EasyLoggerHealthCheck Check() => new(_repository.Hierarchy, TimeSpan.FromSeconds(2), _clock);

    private void Activate(IAppender? root = null)
    {
        _appender.AddAppender(_child);
        _appender.ActivateOptions();
        _repository.Attach(root ?? _appender);
    }

    /// <summary>Puts the worker into the child, with one event.</summary>
    private void Hold()
    {
        _child.CloseGate();
        _repository.Log().Info("held");
        _child.AwaitEntry();
    }
}
