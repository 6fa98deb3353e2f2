using Easy.Logger.Loki;
using Easy.Logger.Loki.Labels;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What was pushed comes back when it is asked for: on the contract server, and on the Loki that the environment names.</summary>
[Category("Loki")]
internal sealed class QueryTests
{
    private readonly LokiTarget _target = new();

    [TearDown]
    public void End() => _target.Dispose();

    /// <summary>
    /// As after a push whose answer was lost, and after a change of the configuration. Equal lines of one moment are two, because each gets
    /// a moment of its own.
    /// </summary>
    [Test]
    [Demand("L6", "L8")]
    public void Query_PushedTwiceWithLabelsInAnyOrder_EachLineIsThereOnceWithAllItHas([Values] LokiEncoding encoding)
    {
        string[] texts =
            ["plain", "two\nlines", "a \"quoted\" 'text' \\", "😀 ä 中", "{app=\"x\"}", new string('x', 100_000), "same", "same"];
        Dictionary<string, string> own = new() { ["zone"] = texts[2], ["area"] = texts[3], ["own"] = texts[4] };
        DateTime time = DateTime.UtcNow.AddMinutes(-1);
        long[] moments = [.. Enumerable.Range(0, 7).Select(i => (time.Ticks + i - DateTime.UnixEpoch.Ticks) * 100)];
        LoggingEvent[] events = [.. texts.Select((text, i) => Event(
            text, time.AddTicks(Math.Min(i, 6)), i == 0 ? [] : new PropertiesDictionary { ["order"] = i, ["text"] = texts[i % 5] }))];

        foreach (IEnumerable<string> names in new IEnumerable<string>[] { own.Keys, own.Keys.Reverse() })
        {
            Push(encoding, events, options =>
            {
                names.ToList().ForEach(name => options.AddLabel(new LokiField { Name = name, Value = own[name] }));
                options.AddMetadata(new LokiField { Property = "*" });
            });
        }

        IReadOnlyList<FoundLine> lines = _target.Await(texts.Length);
        Assert.That(lines.Select(line => line.Line), Is.EqualTo(texts));
        Assert.That(lines.Select(line => line.Nanoseconds), Is.EqualTo([.. moments, moments[^1] + StreamClock.Series]));
        Assert.That(lines.Select(line => line.Labels), Is.All.SupersetOf(own));
        Assert.That(lines.Select(line => line.Labels["level"]), Is.All.EqualTo("info"));
        Assert.That(
            lines.Select(line => (line.Labels.GetValueOrDefault("order"), line.Labels.GetValueOrDefault("text"))),
            Is.EqualTo(texts.Select((_, i) => i == 0 ? default : ($"{i}", texts[i % 5]))));
    }

    [Test]
    public void Query_TextThatIsNoText_IsReplaced([Values] LokiEncoding encoding, [Values] LokiBodyFormat format)
    {
        const string Replaced = "a?b?c?d?";
        const string Text = "a\uFFFDb\uD83Dc\uDE00d\uD83D";
        LoggingEvent one = Event(Text, DateTime.UtcNow, new PropertiesDictionary { ["x"] = Text, [Text] = "1" });

        Push(encoding, [one], options =>
        {
            options.BodyFormat = format;
            options.AddLabel(new LokiField { Name = "fixed", Value = Text });
            options.AddLabel(new LokiField { Name = "own", Property = "x" });
            options.AddMetadata(new LokiField { Name = "meta", Property = "x" });
            options.AddLevelName(new LokiLevelName { Level = "INFO", Name = Text });
        });

        (IReadOnlyDictionary<string, string> labels, _, string line) = _target.Await(1).Single();
        string[] values = [labels["fixed"], labels["own"], labels["meta"], labels["level"]];
        Assert.That(values, Is.All.EqualTo(Replaced));
        Assert.That(line, Does.Contain(Replaced).And.Not.Contain("FFFD").And.Not.Contain("\uFFFD"));
    }

    /// <summary>On a server without tenants, each line is found as any of them.</summary>
    [Test]
    public void Query_TenantOfEachEvent_EachFindsItsOwn([Values] LokiEncoding encoding, [Values] bool hasTenants)
    {
        using LokiTarget target = new(new LokiLimits { RequiresTenant = hasTenants });
        LokiAppender appender = target.Appender(encoding);
        appender.TenantProperty = "tenant";
        appender.ActivateOptions();
        string[] tenants = ["easy-logger-1", "easy-logger-2"];

        appender.DoAppend(
            [.. tenants.Select(tenant => Event(tenant, DateTime.UtcNow, new PropertiesDictionary { ["tenant"] = tenant }))]);
        appender.Close();

        Assert.That(target.Errors.Errors, Is.Empty);
        foreach (string tenant in tenants)
        {
            Eventually.Holds(() => target.Await(1, tenant).Any(line => line.Line == tenant), $"{tenant} finds its line");
        }
    }

    /// <summary>The server refuses the whole push or a part of it, and has what is right in it.</summary>
    [Test]
    [Demand("L1")]
    public void Query_BesideALineThatIsTooOld_TheOthersAreThere([Values(LokiEncoding.Json, LokiEncoding.Protobuf)] LokiEncoding encoding)
    {
        DateTime now = DateTime.UtcNow;

        LokiAppender appender = Pushed(encoding, [Event("first", now), Event("old", now.AddDays(-30)), Event("last", now.AddTicks(1))]);

        Assert.That(_target.Await(2).Select(line => line.Line), Is.EqualTo(new[] { "first", "last" }));
        Assert.That(appender.Statistics.Refused, Is.Positive);
        Assert.That(appender.Statistics.Dropped + appender.Statistics.InFlight, Is.Zero);
        Assert.That(_target.Errors.Errors.Single(), Does.Contain("too old").IgnoreCase.Or.Contain("older"));
    }

    /// <summary>Larger together than any message between the parts of Loki, and than what it takes at once by default.</summary>
    [Test]
    public void Query_PushesAboveTheLimits_AreAllThere([Values] LokiEncoding encoding)
    {
        string[] texts = [.. Enumerable.Range(0, 50).Select(i => $"{i} {new string('x', 200_000)}")];
        DateTime time = DateTime.UtcNow;

        Push(encoding, [.. texts.Select((text, i) => Event(text, time.AddTicks(i)))], options => options.MaxBatchBytes = 4_194_304);

        Assert.That(_target.Await(texts.Length).Select(line => line.Line), Is.EqualTo(texts));
    }

    private static LoggingEvent Event(string message, DateTime time, PropertiesDictionary? properties = null) =>
        new(new LoggingEventData
        {
            LoggerName = "Shop.Orders",
            Level = Level.Info,
            Message = message,
            ThreadName = "1",
            TimeStampUtc = time,
            Properties = properties ?? []
        });

    /// <summary>Pushes events that the server takes.</summary>
    private void Push(LokiEncoding encoding, LoggingEvent[] events, Action<LokiAppender>? configure = null)
    {
        LokiAppender appender = Pushed(encoding, events, configure);
        Assert.That(_target.Errors.Errors, Is.Empty);
        Assert.That(appender.Statistics.Delivered, Is.EqualTo(events.Length));
    }

    private LokiAppender Pushed(LokiEncoding encoding, LoggingEvent[] events, Action<LokiAppender>? configure = null)
    {
        LokiAppender appender = _target.Appender(encoding);
        configure?.Invoke(appender);
        appender.ActivateOptions();
        appender.DoAppend(events);
        appender.Close();
        return appender;
    }
}
