using Easy.Logger.DogStatsd.Counting;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Events are counted by level and logger, a line for each in a period; a few severe ones are sent themselves.</summary>
[Category("DogStatsd")]
internal sealed class CountAndEventTests
{
    [Test]
    public void Period_EventsOfManySeries_AreALineForEachAndOneForTheOthersAndNothingIsSentTwice()
    {
        using AppenderScene scene = new(appender => appender.MaxSeries = 3);
        for (int i = 0; i < 10_000; i++)
        {
            scene.Log("Shop.Orders").Info(i);
            scene.Log("Shop.Orders").Error(i);
            scene.Log("Shop.Stock").Info(i);
        }

        Assert.That(scene.Appender.Statistics!.Accepted, Is.Zero);
        scene.EndPeriod();
        scene.EndPeriod();
        for (int i = 0; i < 7; i++)
        {
            scene.Log($"logger{i}").Info("text");
            scene.Log($"logger{i}").Info("text");
        }

        scene.Log("logger6").Warn("text");
        scene.EndPeriod();
        scene.Flush();

        string[] expected =
        [
            "log4net.events 1 level:warn logger:(others)", "log4net.events 10000 level:error logger:Shop.Orders",
            "log4net.events 10000 level:info logger:Shop.Orders", "log4net.events 10000 level:info logger:Shop.Stock",
            "log4net.events 14 level:info logger:(others)",
        ];
        Assert.That(scene.Counters, Is.EqualTo(expected));
        Assert.That(scene.Events, Is.Empty, "they are not asked for");
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
    public void ThresholdAndFilters_WhatTheyKeepOutOrThrowAt_IsNotCountedAndTheRestIsByLevelOnly()
    {
        using AppenderScene scene = new(appender =>
        {
            appender.CountLoggers = false;
            appender.AddTag("team:a");
            appender.AddTag(null!);
            appender.Threshold = Level.Info;
            appender.AddFilter(new StringMatchFilter { StringToMatch = "not this", AcceptOnMatch = false });
            appender.AddFilter(new DelegatingFilter(
                logged => logged.LoggerName == "bad" ? throw new InvalidOperationException("filter") : FilterDecision.Neutral));
        });
        LoggingEvent bad = scene.Event("bad", Level.Info, "text");
        scene.Log("a").Debug("text");
        scene.Log("a").Info("not this");
        scene.Log("a").Info("text");
        scene.Log("b").Info("text");
        EventBatch batch = new([scene.Event("a", Level.Debug, "text"), null!, bad, scene.Event("a", Level.Error, "text")]);
        scene.Appender.DoAppend(batch);
        scene.Appender.DoAppend(bad);
        scene.Flush();

        Assert.That(scene.Counters, Is.EqualTo(new[] { "log4net.events 1 team:a level:error", "log4net.events 2 team:a level:info" }));
        Assert.That((scene.Errors.Errors.Count, batch.Failed), Is.EqualTo((2, 1)));
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

    [Test]
    public void Error_Event_HasEverythingAndALongTitleIsCutBetweenCharacters()
    {
        using AppenderScene scene = Scene(appender => appender.AddTag("team:shop"));
        LoggingEvent logged =
            scene.Event("Shop.Orders", Level.Error, "caf\u00E9 closed\nfor good", new InvalidOperationException("because"));
        scene.Appender.DoAppend(logged);
        string[] tooLong = [.. Enumerable.Range(93, 3).Select(length => new string('x', length) + "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00")];
        Array.ForEach(tooLong, text => scene.Log("a").Error(text));
        scene.Flush();

        ParsedEvent sent = scene.Events[0];
        Assert.That(sent.Title, Is.EqualTo("Shop.Orders: caf\u00E9 closed"));
        Assert.That(sent.Text, Is.EqualTo("caf\u00E9 closed\nfor good\nSystem.InvalidOperationException: because"));
        Assert.That((sent.AlertType, sent.AggregationKey, sent.SourceType), Is.EqualTo(("error", "Shop.Orders", "log4net")));
        Assert.That(sent.Timestamp, Is.EqualTo(new DateTimeOffset(logged.TimeStampUtc).ToUnixTimeSeconds()));
        Assert.That(sent.Tags, Is.EqualTo(new[] { "team:shop", "level:error", "logger:Shop.Orders" }));
        Assert.That(scene.Counters, Has.Exactly(2).Items);
        Assert.That(
            scene.Events.Skip(1).Select(cut => cut.Title),
            Has.Exactly(3).Items.And.All.Length.InRange(99, 100).And.None.Contains("\uFFFD"));
    }

    /// <summary>log4net takes a time of no kind for UTC.</summary>
    [Test]
    [NonParallelizable] // the time zone is the process's
    public void Error_TimeIsOfNoKindOrLocalOrNotThere_IsTheSameMomentOrNone()
    {
        using LocalZone india = new("Asia/Kolkata");
        using AppenderScene scene = Scene();
        DateTime noon = new(2026, 11, 28, 12, 0, 0);
        foreach (DateTime time in new[] { noon, DateTime.SpecifyKind(noon, DateTimeKind.Local), default })
        {
            scene.Appender.DoAppend(new LoggingEvent(new LoggingEventData { Level = Level.Error, Message = "text", TimeStampUtc = time }));
        }

        scene.Flush();

        Assert.That(scene.Events.Select(sent => sent.Timestamp), Is.EqualTo(new long?[] { 1_795_867_200, 1_795_847_400, null }));
    }

    [Test]
    public void EventThreshold_Levels_HaveTheirAlertTypes([Range(0, 4)] int threshold)
    {
        Level[] levels = [Level.Debug, Level.Info, Level.Warn, Level.Error, Level.Fatal];
        string?[] alerts = [null, null, "warning", "error", "error"];
        using AppenderScene scene = Scene(appender => (appender.SendCounts, appender.EventThreshold) = (false, levels[threshold]));
        Array.ForEach(levels, level => scene.Appender.DoAppend(scene.Event("a", level, level.Name)));
        scene.Flush();

        Assert.That(scene.Events.Select(sent => sent.AlertType), Is.EqualTo(alerts.Skip(threshold)));
        Assert.That(scene.Counters, Is.Empty);
    }

    [Test]
    public void TooManyAndOneThatThrows_InAMinute_AreLeftOutAndCounted()
    {
        using AppenderScene scene = Scene(appender =>
        {
            appender.MaxEventsPerMinute = 2;
            appender.Layout = new DelegatingLayout((writer, logged) => writer.Write(
                logged.LoggerName == "bad" ? throw new InvalidOperationException("layout") : logged.RenderedMessage));
        });
        scene.Time.Advance(TimeSpan.FromHours(5)); // a long silence is no more than a minute
        for (int i = 0; i < 10; i++)
        {
            scene.Log("a").Error($"error {i}");
        }

        scene.Time.Advance(TimeSpan.FromSeconds(29));
        scene.Log("a").Error("too soon");
        scene.Time.Advance(TimeSpan.FromSeconds(1)); // one's share
        scene.Log("a").Error("later");
        scene.Log("a").Error("too soon");
        scene.Time.Advance(TimeSpan.FromMinutes(1));
        scene.Appender.DoAppend([scene.Event("bad", Level.Error, "no text"), scene.Event("a", Level.Error, "last")]);
        scene.Flush();

        Assert.That(
            scene.Events.Select(sent => sent.Text),
            Is.EqualTo(new[]
            {
                "error 0", "error 1", "later\n(9 more were left out before this one.)", "last\n(1 more were left out before this one.)",
            }));
        Assert.That(scene.Counters, Has.One.EqualTo("log4net.events 1 level:error logger:bad"));
        Assert.That(scene.Transport.Metrics.Sum(metric => metric.Numbers.Single()), Is.EqualTo(15), "all are counted");
        Assert.That(scene.Errors.Errors, Has.Count.EqualTo(1));
    }

    private static AppenderScene Scene(Action<DogStatsdAppender>? configure = null) => new(appender =>
    {
        appender.SendEvents = true;
        configure?.Invoke(appender);
    });
}
