namespace Easy.Logger.Tests.Survival;

/// <summary>One async appender behind another: whoever is closed first, the events of the outer one come through.</summary>
internal sealed class ChainTests
{
    private const int Events = 5_000;

    private readonly AsyncBufferingForwardingAppender _outer = New("outer");
    private readonly AsyncBufferingForwardingAppender _inner = New("inner");
    private readonly GatedAppender _child = new() { Name = "child" };

    [TearDown]
    public void End()
    {
        _outer.Close();
        _inner.Close();
        Workers.AssertNoneLeft([_outer, _inner]);
    }

    /// <summary>As log4net does it at a shutdown or reload, when the inner one is attached to a logger, too.</summary>
    [TestCase(false)]
    [TestCase(true)]
    public void Close_InnerOneFirst_EventsOfTheOuterOneComeThrough(bool isBehindForwarder)
    {
        _inner.AddAppender(_child);
        if (isBehindForwarder)
        {
            log4net.Appender.ForwardingAppender forwarder = new() { Name = "forwarder" };
            forwarder.AddAppender(_inner);
            _outer.AddAppender(forwarder);
        }
        else
        {
            _outer.AddAppender(_inner);
        }

        _inner.ActivateOptions();
        _outer.ActivateOptions();
        for (int i = 0; i < Events; i++)
        {
            _outer.DoAppend(Some.Event($"{i}"));
        }

        _inner.Close();

        Assert.That(_child.Messages, Has.Count.EqualTo(Events));
        Assert.That(_outer.Statistics.Failed, Is.Zero);
    }

    private static AsyncBufferingForwardingAppender New(string name) =>
        new() { Name = Some.Name(name), BufferSize = 64, IdleTime = 3_600_000, CloseTimeout = 30_000 };
}
