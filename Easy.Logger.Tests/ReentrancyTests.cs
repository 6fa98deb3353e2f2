using log4net.Filter;

namespace Easy.Logger.Tests;

/// <summary>Filters, messages and children that log: nothing loops, nothing waits for itself, and what is not written is counted.</summary>
internal sealed class ReentrancyTests : AppenderTests, IDisposable
{
    private readonly TestRepository _repository = new();

    public void Dispose() => _repository.Dispose();

    [Test]
    public void DoAppend_FilterLogsForEachEvent_EndsAndCounts()
    {
        Activate();
        Appender.AddFilter(new DelegatingFilter(_ =>
        {
            _repository.Log().Info("inner");
            return FilterDecision.Neutral;
        }));
        _repository.Attach(Appender);

        Eventually.Returns(() => _repository.Log().Info("outer"), "the log call");

        Assert.That(Appender.Flush(-1), Is.True);
        Assert.That(Child.Messages, Is.EqualTo(new[] { "inner", "outer" }));
        Assert.That(Appender.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(1));
    }

    [Test]
    [Demand("E10")]
    public void MessageLogsItself_EndsAndWritesTheOuterLine()
    {
        Activate();
        _repository.Attach(Appender);

        Eventually.Returns(() => _repository.Log().Info(new LogsItself(_repository.Log())), "the log call");

        Assert.That(Appender.Flush(-1), Is.True);
        Assert.That(Child.Messages, Is.EqualTo(new[] { "text", "text" }));
        Assert.That(Appender.Statistics.DroppedFor(DropReason.Reentrant), Is.Positive);
    }

    [Test]
    public void DoAppend_TwoForwardersWhoseChildrenLog_DoNotFeedEachOther()
    {
        GatedAppender second = new() { Name = "second" };
        AsyncBufferingForwardingAppender other = Forwarder(second);
        Activate();
        _repository.Attach(Appender).Hierarchy.Root.AddAppender(other);
        ILog log = _repository.Log();
        Child.OnAppend = _ => log.Info("by first");
        second.OnAppend = _ => log.Info("by second");

        log.Info("outer");

        // Each round can only be the echo of the one before; two rounds settle all of it.
        for (int round = 0; round < 4; round++)
        {
            Eventually.Returns(() => Appender.Flush(-1), "Flush");
            Eventually.Returns(() => other.Flush(-1), "Flush");
        }

        Assert.That(Child.Messages, Has.Count.LessThanOrEqualTo(3).And.Contains("outer"));
        Assert.That(second.Messages, Has.Count.LessThanOrEqualTo(3).And.Contains("outer"));
        Assert.That(Appender.Statistics.Pending + other.Statistics.Pending, Is.Zero);
    }

    [Test]
    public void DoAppend_ByAnotherForwardersChildWhileFull_DoesNotWait()
    {
        (Appender.BufferSize, Appender.QueueLimit, Appender.BlockTimeout) = (1, 1, -1);
        Activate();
        GatedAppender logging = new() { Name = "logging", OnAppend = _ => Appender.DoAppend(Some.Event("echo")) };
        AsyncBufferingForwardingAppender other = Forwarder(logging);
        HoldWorker();

        other.DoAppend(Some.Event("outer"));

        Assert.That(Eventually.Returns(() => other.Flush(-1), "Flush of the other forwarder"), Is.True);
        Assert.That(Appender.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(1));
        other.Close();
    }

    /// <summary>A ring that is built in code. One in XML ends the process inside log4net, before any appender is asked.</summary>
    [Test]
    [Demand("A7")]
    public void ContainersInARing_AreRefusedAndLoggingGoesOn()
    {
        using InternalMessages messages = new();
        Activate();
        ForwardingAppender one = new() { Name = "one" };
        ForwardingAppender two = new() { Name = "two" };
        one.AddAppender(two);
        two.AddAppender(one);
        two.AddAppender(Appender);

        Eventually.Returns(() => Appender.AddAppender(one), "AddAppender");

        // log4net's own containers close a ring without end, also from their finalizers.
        one.RemoveAppender(two);
        two.RemoveAppender(one);
        two.RemoveAppender(Appender);

        Assert.That(Appender.Appenders, Has.Count.EqualTo(1));
        Assert.That(messages.Naming(Appender.Name), Has.Count.EqualTo(1).And.Some.Contains("leads back"));
        Appender.DoAppend(Some.Event("goes on"));
        Appender.Close();
        Assert.That(Child.Messages, Is.EqualTo(new[] { "goes on" }));
    }

    private static AsyncBufferingForwardingAppender Forwarder(IAppender child)
    {
        AsyncBufferingForwardingAppender appender = new() { Name = Some.Name() };
        appender.AddAppender(child);
        appender.ActivateOptions();
        return appender;
    }

    private sealed class LogsItself(ILog log)
    {
        public override string ToString()
        {
            log.Info(this);
            return "text";
        }
    }
}
