using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Counting;
using Easy.Logger.Tests.DogStatsd.Agent;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Severe events go into the stream of events, a few of them in a minute.</summary>
[Category("DogStatsd")]
internal sealed class EventTests
{
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
    public void TooManyAndOneThatThrows_InAMinute_AreLeftOutAndCounted()
    {
        using AppenderScene scene = Scene(appender =>
        {
            appender.MaxEventsPerMinute = 2;
            appender.Layout = new DelegatingLayout((writer, logged) => writer.Write(
                logged.LoggerName == "bad" ? throw new InvalidOperationException("layout") : logged.RenderedMessage));
        });
        for (int i = 0; i < 10; i++)
        {
            scene.Log("a").Error($"error {i}");
        }

        scene.Time.Advance(TimeSpan.FromSeconds(30)); // one's share
        scene.Log("a").Error("later");
        scene.Log("a").Error("too soon");
        scene.Time.Advance(TimeSpan.FromMinutes(1));
        scene.Appender.DoAppend([scene.Event("bad", Level.Error, "no text"), scene.Event("a", Level.Error, "last")]);
        scene.Flush();

        Assert.That(
            scene.Events.Select(sent => sent.Text),
            Is.EqualTo(new[]
            {
                "error 0", "error 1", "later\n(8 more were left out before this one.)", "last\n(1 more were left out before this one.)",
            }));
        Assert.That(scene.Counters, Has.One.EqualTo("log4net.events 1 level:error logger:bad"));
        Assert.That(scene.Transport.Metrics.Sum(metric => metric.Numbers.Single()), Is.EqualTo(14), "all are counted");
        Assert.That(scene.Errors.Errors, Has.Count.EqualTo(1));
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
    public void LongTitle_IsCutBetweenCharacters([Values(96, 97, 98)] int length)
    {
        using AppenderScene scene = Scene();
        scene.Log("a").Error(new string('x', length - 3) + "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00");
        scene.Flush();

        Assert.That(scene.Events.Single().Title, Has.Length.InRange(99, 100).And.Not.Contain("\uFFFD"));
    }

    /// <summary>With an appender that sends events.</summary>
    private static AppenderScene Scene(Action<DogStatsdAppender>? configure = null) => new(appender =>
    {
        appender.SendEvents = true;
        configure?.Invoke(appender);
    });
}
