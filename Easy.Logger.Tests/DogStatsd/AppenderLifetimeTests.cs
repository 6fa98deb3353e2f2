using Easy.Logger.DogStatsd;
using log4net.Filter;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>An appender that is activated, activated again, and closed, while events are logged.</summary>
[Category("DogStatsd")]
internal sealed class AppenderLifetimeTests
{
    /// <summary>An event that is under way in one thread while another closes the appender comes too late, and must not vanish.</summary>
    [Test]
    public void Close_EventIsUnderWay_IsCounted()
    {
        using AppenderScene scene = new(appender => appender.AddFilter(new DelegatingFilter(_ =>
        {
            appender.Close();
            return FilterDecision.Neutral;
        })));

        scene.Appender.DoAppend(scene.Event("a", Level.Info, "text"));

        Assert.That((scene.Appender.Statistics!.Accepted, scene.Appender.Statistics.Closed), Is.EqualTo((1L, 1L)));
    }

    /// <summary>A period may end before the thread that began it gets on.</summary>
    [Test]
    public void ActivateOptions_PeriodEndsAtOnce_NothingIsThrown()
    {
        DogStatsdAppender appender =
            new(new HastyTimeProvider()) { Name = Some.Name("hasty"), Transport = new RecordingTransport(), SendHealth = false };

        Assert.That(appender.ActivateOptions, Throws.Nothing);
        appender.Close();
    }

    [Test]
    public void Close_WhatWasCounted_IsSentAndLaterEventsAreRefused()
    {
        using AppenderScene scene = new();
        scene.Log("a").Info("text");

        Eventually.Returns(scene.Appender.Close, "close");

        Assert.That(scene.Counters, Is.EqualTo(new[] { "log4net.events 1 level:info logger:a" }));
        Assert.That(scene.Transport.IsDisposed, Is.True);
        scene.Appender.DoAppend(scene.Event("a", Level.Info, "text"));
        Assert.That(scene.Errors.Errors, Has.Count.EqualTo(1));
        Assert.That(scene.Appender.Close, Throws.Nothing);
    }

    /// <summary>
    /// The one before disposes of its transport when it has sent the rest, and uses it on a thread of its own until then: with the same
    /// transport it goes on as before.
    /// </summary>
    [Test]
    public void ActivateOptions_AgainWithTheSameTransportAndThenAnother_WhatWasCountedIsSentAsItWas()
    {
        using InternalMessages messages = new();
        using AppenderScene scene = new();
        string[] counted = ["log4net.events 1 level:info logger:a"];
        scene.Appender.MetricName = "renamed";
        scene.Appender.ActivateOptions();
        scene.Log("a").Info("text");
        scene.Flush();

        Assert.That(scene.Counters, Is.EqualTo(counted));
        Assert.That(scene.Transport.IsDisposed, Is.False);
        Assert.That(messages.Naming($"[{scene.Appender.Name}]"), Has.Exactly(1).Contains("Transport"));

        scene.Log("a").Info("text");
        RecordingTransport second = new();
        scene.Appender.Transport = second;
        scene.Appender.ActivateOptions();
        scene.Log("a").Info("text");
        scene.Flush();

        Eventually.Holds(() => scene.Transport.IsDisposed, "the first one has ended");
        Assert.That(scene.Counters, Is.EqualTo([.. counted, .. counted]));
        Assert.That(second.Lines, Is.EqualTo(new[] { "renamed:1|c|#level:info,logger:a" }));
    }

    [Test]
    public void NotActivated_Events_AreIgnored()
    {
        DogStatsdAppender appender = new();
        using TestRepository repository = new();

        appender.DoAppend(new LoggingEvent(typeof(AppenderLifetimeTests), repository.Hierarchy, "a", Level.Info, "text", null));
        appender.DoAppend((LoggingEvent)null!);

        Assert.That(appender.Statistics, Is.Null);
        Assert.That(appender.Flush(0), Is.True);
        Assert.That(() => appender.DoAppend((LoggingEvent[])null!), Throws.ArgumentNullException);
        Assert.That(() => appender.DoAppend((EventBatch)null!), Throws.ArgumentNullException);
        Assert.That(appender.Close, Throws.Nothing);
    }

    /// <summary>Timers are due before their maker has them.</summary>
    private sealed class HastyTimeProvider : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            if (dueTime != Timeout.InfiniteTimeSpan)
            {
                callback(state);
            }

            return System.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }
    }
}
