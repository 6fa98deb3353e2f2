using log4net.Filter;

namespace Easy.Logger.Tests;

/// <summary>Filters, messages and children that log: nothing loops, nothing waits for itself, and what is not written is counted.</summary>
internal sealed class ReentrancyTests
{
    [Test]
    public void DoAppend_FilterLogsForEachEvent_EndsAndCounts()
    {
        using TestRepository repository = new();
        GatedAppender child = new();
        AsyncBufferingForwardingAppender appender = Forwarder(child);
        appender.AddFilter(new LoggingFilter(() => repository.Log().Info("inner")));
        repository.Attach(appender);

        Eventually.Returns(() => repository.Log().Info("outer"), "the log call");

        Assert.That(appender.Flush(-1), Is.True);
        Assert.That(child.Messages, Is.EqualTo(new[] { "inner", "outer" }));
        Assert.That(appender.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(1));
    }

    [Test]
    [Demand("E10")]
    public void MessageLogsItself_EndsAndWritesTheOuterLine()
    {
        using TestRepository repository = new();
        GatedAppender child = new();
        AsyncBufferingForwardingAppender appender = Forwarder(child);
        repository.Attach(appender);

        Eventually.Returns(() => repository.Log().Info(new LogsItself(repository.Log())), "the log call");

        Assert.That(appender.Flush(-1), Is.True);
        Assert.That(child.Messages, Is.EqualTo(new[] { "text", "text" }));
        Assert.That(appender.Statistics.DroppedFor(DropReason.Reentrant), Is.Positive);
    }

    [Test]
    public void DoAppend_TwoForwardersWhoseChildrenLog_DoNotFeedEachOther()
    {
        using TestRepository repository = new();
        GatedAppender first = new() { Name = "first" };
        GatedAppender second = new() { Name = "second" };
        AsyncBufferingForwardingAppender a = Forwarder(first);
        AsyncBufferingForwardingAppender b = Forwarder(second);
        repository.Attach(a).Hierarchy.Root.AddAppender(b);
        ILog log = repository.Log();
        first.OnAppend = _ => log.Info("by first");
        second.OnAppend = _ => log.Info("by second");

        log.Info("outer");

        // Each round can only be the echo of the one before; two rounds settle all of it.
        for (int round = 0; round < 4; round++)
        {
            Eventually.Returns(() => a.Flush(-1), "Flush");
            Eventually.Returns(() => b.Flush(-1), "Flush");
        }

        Assert.That(first.Messages, Has.Count.LessThanOrEqualTo(3).And.Contains("outer"));
        Assert.That(second.Messages, Has.Count.LessThanOrEqualTo(3).And.Contains("outer"));
        Assert.That(a.Statistics.Pending + b.Statistics.Pending, Is.Zero);
    }

    [Test]
    public void DoAppend_ByAnotherForwardersChildWhileFull_DoesNotWait()
    {
        GatedAppender slow = new() { Name = "slow" };
        AsyncBufferingForwardingAppender full = Forwarder(slow);
        full.BufferSize = 1;
        full.QueueLimit = 1;
        full.BlockTimeout = -1;
        full.ActivateOptions();
        GatedAppender logging = new() { Name = "logging", OnAppend = _ => full.DoAppend(Some.Event("echo")) };
        AsyncBufferingForwardingAppender other = Forwarder(logging);
        slow.CloseGate();
        full.DoAppend(Some.Event("first"));
        slow.AwaitEntry();

        other.DoAppend(Some.Event("outer"));

        Assert.That(Eventually.Returns(() => other.Flush(-1), "Flush of the other forwarder"), Is.True);
        Assert.That(full.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(1));
        slow.OpenGate();
        other.Close();
        full.Close();
    }

    /// <summary>A ring that is built in code. One in XML ends the process inside log4net, before any appender is asked.</summary>
    [Test]
    [Demand("A7")]
    public void ContainersInARing_AreRefusedAndLoggingGoesOn()
    {
        using InternalMessages messages = new();
        GatedAppender child = new();
        AsyncBufferingForwardingAppender appender = Forwarder(child);
        ForwardingAppender one = new() { Name = "one" };
        ForwardingAppender two = new() { Name = "two" };
        one.AddAppender(two);
        two.AddAppender(one);
        two.AddAppender(appender);

        Eventually.Returns(() => appender.AddAppender(one), "AddAppender");

        // log4net's own containers close a ring without end, also from their finalizers.
        one.RemoveAppender(two);
        two.RemoveAppender(one);
        two.RemoveAppender(appender);

        Assert.That(appender.Appenders, Has.Count.EqualTo(1));
        Assert.That(messages.Naming(appender.Name), Has.Count.EqualTo(1).And.Some.Contains("leads back"));
        appender.DoAppend(Some.Event("goes on"));
        appender.Close();
        Assert.That(child.Messages, Is.EqualTo(new[] { "goes on" }));
    }

    private static AsyncBufferingForwardingAppender Forwarder(IAppender child)
    {
        AsyncBufferingForwardingAppender appender = new() { Name = Some.Name() };
        appender.AddAppender(child);
        appender.ActivateOptions();
        return appender;
    }

    private sealed class LoggingFilter(Action log) : FilterSkeleton
    {
        public override FilterDecision Decide(LoggingEvent loggingEvent)
        {
            log();
            return FilterDecision.Neutral;
        }
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
