namespace Easy.Logger.Tests.Survival;

/// <summary>
/// An attached forwarding appender whose own appender does not return. It holds the lock of log4net meanwhile, and whoever configures the
/// async appender must not wait for that lock.
/// </summary>
[TestFixture("forwards")]
[TestFixture("buffers")]
internal sealed class StuckContainerTests
{
    private readonly GatedAppender _stuck = new() { Name = "stuck" };
    private readonly GatedAppender _other = new() { Name = "other" };
    private readonly IAppender _container;
    private readonly AsyncBufferingForwardingAppender _appender = new() { Name = Some.Name(), BufferSize = 1 };

    public StuckContainerTests(string container) => _container = container == "forwards"
        ? new ForwardingAppender { Name = "container" }
        : new BufferingForwardingAppender { Name = "container", BufferSize = 1 };

    [SetUp]
    public void HoldTheLockOfTheContainer()
    {
        ((IAppenderAttachable)_container).AddAppender(_stuck);
        _appender.AddAppender(_container);
        _appender.AddAppender(_other);
        _appender.ActivateOptions();
        _stuck.CloseGate();
        _appender.DoAppend(Some.Event("held"));
        _stuck.AwaitEntry();
    }

    [TearDown]
    public void End()
    {
        _stuck.OpenGate();
        Eventually.Returns(_appender.Close, "Close");
        Workers.AssertNoneLeft([_appender]);
    }

    [Test]
    public void RemoveAppender_AnotherAppender_Returns()
    {
        Eventually.Returns(() => _appender.RemoveAppender(_other), "RemoveAppender");

        Assert.That(_appender.Appenders, Is.EqualTo(new[] { _container }));
    }

    [Test]
    public void RemoveAppender_TheContainerItself_Returns()
    {
        Eventually.Returns(() => _appender.RemoveAppender(_container), "RemoveAppender");

        Assert.That(_appender.Appenders, Is.EqualTo(new[] { _other }));
    }

    [Test]
    public void ActivateOptions_ContainerIsStuck_Returns() => Eventually.Returns(_appender.ActivateOptions, "ActivateOptions");

    [Test]
    public void AddAppender_ContainerIsStuck_ReturnsAndTheNewAppenderGetsEvents()
    {
        GatedAppender added = new() { Name = "added" };

        Eventually.Returns(() => _appender.AddAppender(added), "AddAppender");

        _stuck.OpenGate();
        _appender.DoAppend(Some.Event("for all"));
        added.AwaitCount(1);
        Assert.That(added.Messages, Does.Contain("for all"));
    }

    /// <summary>The container that is added is the one whose lock is held.</summary>
    [Test]
    public void AddAppender_TheStuckContainerToAnotherAppender_Returns()
    {
        AsyncBufferingForwardingAppender second = new() { Name = Some.Name() };

        Eventually.Returns(
            () =>
            {
                second.AddAppender(_container);
                second.ActivateOptions();
            },
            "AddAppender");

        second.RemoveAppender(_container); // the first appender closes it
        Eventually.Returns(second.Close, "Close");
    }
}
