using Easy.Logger.Buffering;
using Easy.Logger.Extensions.Microsoft;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Easy.Logger.Tests.Provider;

/// <summary>The queue limit by which the health check measures a backlog: the one in force, whatever was configured.</summary>
[Category("Provider")]
internal sealed class QueueLimitInForceTests
{
    private readonly TestRepository _repository = new();

    [TearDown]
    public void End() => _repository.Dispose();

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
    public async Task Check_Limit_IsTheOneInForce(int bufferSize, int queueLimit)
    {
        int inForce =
            new BufferingOptions { BufferSize = bufferSize, QueueLimit = queueLimit }.Validate(queueLimitIsSet: true, out _).QueueLimit;
        Activate(bufferSize, queueLimit);

        HealthCheckResult result = await CheckAsync();

        Assert.That(result.Status, Is.EqualTo(HealthStatus.Healthy));
        Assert.That(result.Data["Async.queueLimit"], Is.EqualTo(inForce));
    }

    [Test]
    public async Task Check_EventsBeyondALimitThatIsNotInForce_IsHealthy()
    {
        Activate(bufferSize: 512, queueLimit: 100);
        for (int i = 0; i < 100; i++)
        {
            _repository.Log().Info(i);
        }

        HealthCheckResult result = await CheckAsync();

        Assert.That(result.Data["Async.pending"], Is.EqualTo(100L));
        Assert.That(result.Status, Is.EqualTo(HealthStatus.Healthy));
    }

    private void Activate(int bufferSize, int queueLimit)
    {
        // Its clock stands still, so that nothing is written for its age.
        AsyncBufferingForwardingAppender appender =
            new(new ManualTimeProvider()) { Name = "Async", BufferSize = bufferSize, QueueLimit = queueLimit };
        appender.AddAppender(new GatedAppender());
        appender.ActivateOptions();
        _repository.Attach(appender);
    }

    private Task<HealthCheckResult> CheckAsync() =>
        new EasyLoggerHealthCheck(_repository.Hierarchy).CheckHealthAsync(new HealthCheckContext());
}
