namespace Easy.Logger.Tests.Survival;

/// <summary>
/// An attached forwarding appender whose own appender does not return. It holds the lock of log4net meanwhile, and whoever configures the
/// async appender must not wait for that lock.
/// </summary>
internal sealed class StuckContainerTests : AppenderTests
{
    [Test]
    public void Configuring_ContainerIsStuck_EachCallReturnsAndANewAppenderGetsEvents([Values] bool buffers)
    {
        ForwardingAppender forwarder = new() { Name = "container" };
        BufferingForwardingAppender buffer = new() { Name = "container", BufferSize = 1 };
        IAppender container = buffers ? buffer : forwarder;
        GatedAppender other = new() { Name = "other" };
        GatedAppender added = new() { Name = "added" };
        AsyncBufferingForwardingAppender second = new() { Name = Some.Name() };
        ((IAppenderAttachable)container).AddAppender(Child);
        Appender.AddAppender(container);
        Appender.AddAppender(other);
        Appender.ActivateOptions();
        HoldWorker();

        Eventually.Returns(Appender.ActivateOptions, "ActivateOptions");
        Eventually.Returns(() => Appender.RemoveAppender(other), "RemoveAppender of another one");
        Eventually.Returns(() => Appender.AddAppender(added), "AddAppender");
        Eventually.Returns(() => Some.Activated(second, container), "AddAppender of the container whose lock is held");
        Eventually.Returns(() => second.RemoveAppender(container), "RemoveAppender of an appender that shares the container");
        Eventually.Returns(second.Close, "Close of an appender that had the container");
        Eventually.Returns(() => Appender.RemoveAppender(container), "RemoveAppender of the container");

        Assert.That(Appender.Appenders, Is.EqualTo(new[] { added }));
        Child.OpenGate();
        Appender.DoAppend(Some.Event("for all"));
        added.AwaitCount(1);
        Assert.That(added.Messages, Does.Contain("for all"));
    }
}
