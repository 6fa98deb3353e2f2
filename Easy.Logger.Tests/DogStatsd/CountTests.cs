using Easy.Logger.DogStatsd.Counting;
using log4net.Filter;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Events are counted by level and logger, and a period costs one line for each, however many events there were.</summary>
[Category("DogStatsd")]
internal sealed class CountTests
{
    [Test]
    public void Period_EventsOfThreeSeries_AreALineForEachAndNothingIsSentTwice()
    {
        using AppenderScene scene = new();
        for (int i = 0; i < 10_000; i++)
        {
            scene.Log("Shop.Orders").Info(i);
            scene.Log("Shop.Orders").Error(i);
            scene.Log("Shop.Stock").Info(i);
        }

        Assert.That(scene.Appender.Statistics!.Accepted, Is.Zero);
        scene.EndPeriod();
        Assert.That(scene.Appender.Statistics.Accepted, Is.EqualTo(3));
        scene.EndPeriod();
        scene.Log("b").Fatal("text");
        scene.EndPeriod();
        Assert.That(scene.Appender.Statistics.Accepted, Is.EqualTo(4));
        scene.Flush();

        Assert.That(
            scene.Counters,
            Is.EqualTo(new[]
            {
                "log4net.events 1 level:fatal logger:b",
                "log4net.events 10000 level:error logger:Shop.Orders",
                "log4net.events 10000 level:info logger:Shop.Orders",
                "log4net.events 10000 level:info logger:Shop.Stock",
            }));
        Assert.That(scene.Events, Is.Empty, "they are not asked for");
    }

    [Test]
    public void CountLoggers_Off_CountsByLevelOnly()
    {
        using AppenderScene scene = new(appender =>
        {
            appender.CountLoggers = false;
            appender.AddTag("team:a");
            appender.AddTag(null!);
        });
        scene.Log("a").Info("text");
        scene.Log("b").Info("text");
        scene.Flush();

        Assert.That(scene.Counters, Is.EqualTo(new[] { "log4net.events 2 team:a level:info" }));
    }

    [Test]
    public void MaxSeries_MoreLoggers_AreCountedTogether()
    {
        using AppenderScene scene = new(appender => appender.MaxSeries = 3);
        for (int i = 0; i < 10; i++)
        {
            scene.Log($"logger{i}").Info("text");
            scene.Log($"logger{i}").Info("text");
        }

        scene.Log("logger9").Warn("text");
        scene.Flush();

        Assert.That(
            scene.Counters,
            Is.EqualTo(new[]
            {
                "log4net.events 1 level:warn logger:(others)",
                "log4net.events 14 level:info logger:(others)",
                "log4net.events 2 level:info logger:logger0",
                "log4net.events 2 level:info logger:logger1",
                "log4net.events 2 level:info logger:logger2",
            }));
    }

    [Test]
    public void Counts_ManyThreads_NoneIsLost()
    {
        EventCounts counts = new(maxKeys: 50);
        long taken = 0;
        using BackgroundCall<bool> counting = BackgroundCall.Of(() => Threads.Run(4, _ =>
        {
            for (int i = 0; i < 50_000; i++)
            {
                counts.Count("INFO", $"logger{i % 100}");
            }
        }));
        while (!counting.IsDone)
        {
            counts.Take((_, count) => taken += count);
        }

        counts.Take((_, count) => taken += count);
        Assert.That(taken, Is.EqualTo(200_000));
    }

    [Test]
    public void ThresholdAndFilters_WhatTheyKeepOutOrThrowAt_IsNotCountedAndTheRestIs()
    {
        using AppenderScene scene = new(appender =>
        {
            appender.Threshold = Level.Info;
            appender.AddFilter(new StringMatchFilter { StringToMatch = "not this", AcceptOnMatch = false });
            appender.AddFilter(new DelegatingFilter(
                logged => logged.LoggerName == "bad" ? throw new InvalidOperationException("filter") : FilterDecision.Neutral));
        });
        LoggingEvent bad = scene.Event("bad", Level.Info, "text");
        scene.Log("a").Debug("text");
        scene.Log("a").Info("not this");
        scene.Log("a").Info("text");
        scene.Appender.DoAppend([scene.Event("a", Level.Debug, "text"), null!, bad, scene.Event("a", Level.Error, "text")]);
        scene.Appender.DoAppend(bad);
        scene.Flush();

        Assert.That(scene.Counters, Is.EqualTo(new[] { "log4net.events 1 level:error logger:a", "log4net.events 1 level:info logger:a" }));
        Assert.That(scene.Errors.Errors, Has.Count.EqualTo(2));
    }

    /// <summary>Two threads log; what is asked of both waits, so that the second is seen while the first is asked.</summary>
    [Test]
    public void FilterOrLayout_ManyThreads_IsAskedByOneAtATime([Values] bool isLayout)
    {
        using ManualResetEventSlim gate = new();
        int asked = 0;
        using AppenderScene scene = new(appender =>
        {
            appender.SendEvents = true;
            appender.Layout = new DelegatingLayout((_, _) => Ask(isLayout));
            appender.AddFilter(new DelegatingFilter(_ => Ask(!isLayout)));
        });
        LoggingEvent logged = scene.Event("a", Level.Error, "text");
        using BackgroundCall<bool> first = BackgroundCall.Of(() => scene.Appender.DoAppend(logged));
        Eventually.Holds(() => Volatile.Read(ref asked) == 1, "one of them is asked");
        using BackgroundCall<bool> second = BackgroundCall.Of(() => scene.Appender.DoAppend(logged));
        second.AwaitBlocked();

        Assert.That(Volatile.Read(ref asked), Is.EqualTo(1));
        gate.Set();
        Assert.That((first.Result, second.Result, asked), Is.EqualTo((true, true, 2)));

        FilterDecision Ask(bool isIt)
        {
            if (isIt)
            {
                Interlocked.Increment(ref asked);
                gate.Wait();
            }

            return FilterDecision.Neutral;
        }
    }

    /// <summary>Counting needs nothing that a forwarder would have to fix; a filter may ask for anything.</summary>
    [Test]
    public void Fix_Filters_AreWhatItIsFor()
    {
        using AppenderScene without = new(appender => appender.SendEvents = true);
        using AppenderScene with = new(appender => appender.AddFilter(new StringMatchFilter()));

        Assert.That(
            (((IBatchAppender)without.Appender).Fix, ((IBatchAppender)with.Appender).Fix), Is.EqualTo((FixFlags.None, FixFlags.Partial)));
    }

    [Test]
    public void ErrorHandlerAndInternalLogThrow_NothingIsThrownIntoALogCall()
    {
        using AppenderScene scene = new(appender =>
        {
            appender.ErrorHandler = new ThrowingErrorHandler();
            appender.Period = 1; // which is reported
            appender.AddFilter(new DelegatingFilter(_ => throw new InvalidOperationException("filter")));
        });
        using ThrowingInternalLog log = new(scene.Appender.Name!);

        Assert.That(() => scene.Appender.DoAppend(scene.Event("a", Level.Info, "text")), Throws.Nothing);
        Assert.That(scene.Appender.ActivateOptions, Throws.Nothing);
        Assert.That(log.Calls, Is.GreaterThanOrEqualTo(2));
    }

    private sealed class ThrowingErrorHandler : IErrorHandler
    {
        public void Error(string message, Exception? e, ErrorCode errorCode) => throw new InvalidOperationException("error handler");

        public void Error(string message, Exception e) => throw new InvalidOperationException("error handler");

        public void Error(string message) => throw new InvalidOperationException("error handler");
    }
}
