namespace Easy.Logger.Tests.Survival;

/// <summary>
/// An attached forwarding appender whose own appender does not return. It holds the lock of log4net meanwhile, and whoever configures the
/// async appender must not wait for that lock.
/// </summary>
[TestFixture("forwards")]
[TestFixture("buffers")]
internal sealed class StuckContainerTests : AppenderTests
{
    private readonly GatedAppender _other = new() { Name = "other" };
    private readonly IAppender _container;

    public StuckContainerTests(string container) => _container = container == "forwards"
        ? new ForwardingAppender { Name = "container" }
        : new BufferingForwardingAppender { Name = "container", BufferSize = 1 };

    [SetUp]
    public void HoldTheLockOfTheContainer()
    {
        ((IAppenderAttachable)_container).AddAppender(Child);
        Appender.AddAppender(_container);
        Appender.AddAppender(_other);
        Appender.ActivateOptions();
        HoldWorker();
    }

    [Test]
    public void RemoveAppender_ContainerIsStuck_Returns([Values] bool isTheContainer)
    {
        IAppender removed = isTheContainer ? _container : _other;

        Eventually.Returns(() => Appender.RemoveAppender(removed), "RemoveAppender");

        Assert.That(Appender.Appenders, Has.Count.EqualTo(1).And.No.Member(removed));
    }

    [Test]
    public void ActivateOptions_ContainerIsStuck_Returns() => Eventually.Returns(Appender.ActivateOptions, "ActivateOptions");

    [Test]
    public void AddAppender_ContainerIsStuck_ReturnsAndTheNewAppenderGetsEvents()
    {
        GatedAppender added = new() { Name = "added" };

        Eventually.Returns(() => Appender.AddAppender(added), "AddAppender");

        Child.OpenGate();
        Appender.DoAppend(Some.Event("for all"));
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
