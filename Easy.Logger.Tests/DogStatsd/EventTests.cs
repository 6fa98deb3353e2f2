using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Counting;
using Easy.Logger.Tests.DogStatsd.Agent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Severe events go into the stream of events, a few of them in a minute.</summary>
[Category("DogStatsd")]
internal sealed class EventTests
{
    private static DelegatingLayout FailsForTheBad { get; } = new(
        (writer, logged) => writer.Write(logged.LoggerName == "bad" ? throw new InvalidOperationException("layout") : "fine"));

    [Test]
    public void Error_Event_HasEverything()
    {
        using AppenderScene scene = Scene(appender => appender.AddTag("team:shop"));
        LoggingEvent logged =
            scene.Event("Shop.Orders", Level.Error, "caf\u00E9 closed\nfor good", new InvalidOperationException("because"));
        scene.Appender.DoAppend(logged);
        scene.Flush();

        ParsedEvent sent = scene.Events.Single();
        Assert.That(sent.Title, Is.EqualTo("Shop.Orders: caf\u00E9 closed"));
        Assert.That(sent.Text, Is.EqualTo("caf\u00E9 closed\nfor good\nSystem.InvalidOperationException: because"));
        Assert.That((sent.AlertType, sent.AggregationKey, sent.SourceType), Is.EqualTo(("error", "Shop.Orders", "log4net")));
        Assert.That(sent.Timestamp, Is.EqualTo(new DateTimeOffset(logged.TimeStampUtc).ToUnixTimeSeconds()));
        Assert.That(sent.Tags, Is.EqualTo(new[] { "team:shop", "level:error", "logger:Shop.Orders" }));
        Assert.That(scene.Counters, Has.Exactly(1).Items);
    }

    [TestCase("DEBUG", new[] { "", "", "warning", "error", "error" })]
    [TestCase("WARN", new[] { "warning", "error", "error" })]
    [TestCase("ERROR", new[] { "error", "error" })]
    [TestCase("FATAL", new[] { "error" })]
    public void EventThreshold_Levels_HaveTheirAlertTypes(string threshold, string[] expected)
    {
        using AppenderScene scene = Scene(appender =>
        {
            appender.SendCounts = false;
            appender.EventThreshold = new[] { Level.Debug, Level.Warn, Level.Error, Level.Fatal }.Single(level => level.Name == threshold);
        });
        foreach (Level level in new[] { Level.Debug, Level.Info, Level.Warn, Level.Error, Level.Fatal })
        {
            scene.Appender.DoAppend(scene.Event("a", level, level.Name));
        }

        scene.Flush();

        Assert.That(scene.Events.Select(sent => sent.AlertType ?? string.Empty), Is.EqualTo(expected));
        Assert.That(scene.Counters, Is.Empty);
    }

    [Test]
    public void TooMany_InAMinute_AreLeftOutAndTold()
    {
        using AppenderScene scene = Scene(appender => appender.MaxEventsPerMinute = 2);
        for (int i = 0; i < 10; i++)
        {
            scene.Log("a").Error($"error {i}");
        }

        scene.Time.Advance(TimeSpan.FromSeconds(30)); // one's share
        scene.Log("a").Error("later");
        scene.Log("a").Error("too soon");
        scene.Flush();

        Assert.That(
            scene.Events.Select(sent => sent.Text),
            Is.EqualTo(new[] { "error 0", "error 1", "later\n(8 more were left out before this one.)" }));
        Assert.That(scene.Transport.Metrics.Sum(metric => metric.Numbers.Single()), Is.EqualTo(12)); // all are counted
    }

    [Test]
    public void TooMany_TheNextOneThrows_TheOneAfterSaysHowMany()
    {
        using AppenderScene scene = Scene(appender => (appender.MaxEventsPerMinute, appender.Layout) = (2, FailsForTheBad));
        scene.Log("a").Error("1");
        scene.Log("a").Error("2");
        scene.Log("a").Error("left out");
        scene.Time.Advance(TimeSpan.FromSeconds(30)); // one's share
        scene.Log("bad").Error("no text");
        scene.Time.Advance(TimeSpan.FromSeconds(30));
        scene.Log("a").Error("last");
        scene.Flush();

        Assert.That(
            scene.Events.Select(sent => sent.Text),
            Is.EqualTo(new[] { "fine", "fine", "fine\n(1 more were left out before this one.)" }));
    }

    [Test]
    public void Budget_LongSilence_IsNoMoreThanAMinute()
    {
        ManualTimeProvider time = new();
        EventBudget budget = new(3, time);
        time.Advance(TimeSpan.FromHours(5));

        Assert.That(Enumerable.Range(0, 5).Select(_ => budget.TryTake(out long _)), Is.EqualTo(new[] { true, true, true, false, false }));
        time.Advance(TimeSpan.FromSeconds(19));
        Assert.That(budget.TryTake(out long _), Is.False);
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.That((budget.TryTake(out long suppressed), suppressed), Is.EqualTo((true, 3L)));
        Assert.That(budget.TryTake(out long _), Is.False);
        time.Advance(TimeSpan.FromSeconds(20));
        Assert.That((budget.TryTake(out suppressed), suppressed), Is.EqualTo((true, 1L)));
    }

    [Test]
    public void Layout_ManyThreads_IsAskedByOneAtATime() => AppenderScene.AssertAskedByOneAtATime((appender, ask) =>
    {
        appender.SendEvents = true;
        appender.Layout = new DelegatingLayout((writer, logged) =>
        {
            ask();
            writer.Write(logged.LoggerName);
        });
    });

    [Test]
    public void LongTitle_IsCutBetweenCharacters([Values(96, 97, 98)] int length)
    {
        using AppenderScene scene = Scene();
        scene.Log("a").Error(new string('x', length - 3) + "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00");
        scene.Flush();

        Assert.That(scene.Events.Single().Title, Has.Length.InRange(99, 100).And.Not.Contain("\uFFFD"));
    }

    [Test]
    public void MessageThrows_OtherEventsAreSentAndItIsTold()
    {
        using AppenderScene scene = Scene(appender => appender.Layout = FailsForTheBad);
        scene.Appender.DoAppend([scene.Event("bad", Level.Error, "text"), scene.Event("good", Level.Error, "text")]);
        scene.Flush();

        Assert.That(scene.Events.Single().Text, Is.EqualTo("fine"));
        Assert.That(scene.Counters, Has.Exactly(2).Items);
        Assert.That(scene.Errors.Errors, Has.Count.EqualTo(1));
    }

    [Test]
    public void BehindAForwarder_DeferredMessageAndLayout_AreThere([Values] bool hasLayout)
    {
        using AppenderScene scene = Scene(
            appender => appender.Layout = hasLayout ? new PatternLayout("%logger %message") : null, attach: false);
        AsyncBufferingForwardingAppender forwarder = new();
        forwarder.AddAppender(scene.Appender);
        forwarder.ActivateOptions();
        scene.Repository.Attach(forwarder);
        for (int i = 0; i < 3; i++)
        {
            scene.Log("a").ErrorFormat("text {0}", i);
        }

        Assert.That(forwarder.Flush(30_000), Is.True);

        Assert.That(scene.Events.Select(sent => sent.Title), Is.EqualTo(new[] { "a: text 0", "a: text 1", "a: text 2" }));
        Assert.That(
            scene.Events.Select(sent => sent.Text),
            Is.EqualTo(Enumerable.Range(0, 3).Select(i => hasLayout ? $"a text {i}" : $"text {i}")));
    }

    /// <summary>With an appender that sends events.</summary>
    private static AppenderScene Scene(Action<DogStatsdAppender>? configure = null, bool attach = true) => new(
        appender =>
        {
            appender.SendEvents = true;
            configure?.Invoke(appender);
        },
        attach);
}
