using Easy.Logger.Loki;
using log4net.Util;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What was pushed comes back when it is asked for: on the contract server, and on the Loki that the environment names.</summary>
[Category("Loki")]
internal sealed class QueryTests
{
    /// <summary>Not as arguments of an attribute, which is kept as UTF-8.</summary>
    private static readonly string[] _noTexts = ["a\uFFFDb", "a\uD83Db", "a\uDE00b"];

    private readonly string _run = Guid.NewGuid().ToString("N");
    private readonly LokiTarget _target = new();
    private readonly CollectingErrorHandler _errors = new();

    private string Selector => LokiTarget.SelectorOf(_run);

    [TearDown]
    public void End() => _target.Dispose();

    [Test]
    public void Query_ByLabel_LinesAndTimesAreThose([Values] LokiEncoding encoding)
    {
        DateTime time = DateTime.UtcNow.AddMinutes(-1);
        string[] texts = ["plain", "two\nlines", "a \"quoted\" \\ text", "😀 ä 中", new string('x', 100_000)];

        Push(encoding, [.. texts.Select((text, i) => Event(text, time.AddTicks(i)))]);

        IReadOnlyList<(IReadOnlyDictionary<string, string> Labels, long Nanoseconds, string Line)> lines = Await(texts.Length);
        Assert.That(lines.Select(line => line.Line), Is.EqualTo(texts));
        Assert.That(
            lines.Select(line => line.Nanoseconds), Is.EqualTo(texts.Select((_, i) => (time.Ticks + i - DateTime.UnixEpoch.Ticks) * 100)));
        Assert.That(lines.Select(line => line.Labels["level"]), Is.All.EqualTo("info"));
    }

    [Test]
    public void Query_LabelWithAnyText_FindsTheLine(
        [Values] LokiEncoding encoding, [Values("a \"quoted\" 'text' \\", "ä 中 😀", "{app=\"x\"}")] string value)
    {
        Push(encoding, [Event("text", DateTime.UtcNow)], options => options.AddLabel(new LokiField { Name = "own", Value = value }));

        Assert.That(Await(1).Single().Labels["own"], Is.EqualTo(value));
    }

    [Test]
    [Demand("L8")]
    public void Query_Metadata_ComesWithTheLine([Values] LokiEncoding encoding)
    {
        DateTime time = DateTime.UtcNow;

        Push(
            encoding,
            [
                Event("first", time, new PropertiesDictionary { ["order"] = 1, ["text"] = "a \"b\" ä" }),
                Event("second", time.AddTicks(1), new PropertiesDictionary { ["order"] = 2 }),
            ],
            options => options.AddMetadata(new LokiField { Property = "*" }));

        IReadOnlyList<(IReadOnlyDictionary<string, string> Labels, long Nanoseconds, string Line)> lines = Await(2);
        Assert.That(
            lines.Select(line => (line.Line, line.Labels["order"], line.Labels.GetValueOrDefault("text"))),
            Is.EqualTo(new[] { ("first", "1", "a \"b\" ä"), ("second", "2", null) }));
    }

    /// <summary>As after a push whose answer was lost.</summary>
    [Test]
    [Demand("L6")]
    public void Query_PushedTwice_IsThereOnce([Values] LokiEncoding encoding)
    {
        LoggingEvent[] events = [Event("first", DateTime.UtcNow), Event("second", DateTime.UtcNow.AddSeconds(1))];

        Push(encoding, events);
        Push(encoding, events);

        Assert.That(Await(2).Select(line => line.Line), Is.EqualTo(new[] { "first", "second" }));
    }

    /// <summary>Equal lines of one moment are two, because each gets a moment of its own.</summary>
    [Test]
    [Demand("L6")]
    public void Query_EqualLinesOfOneMoment_AreBothThere([Values] LokiEncoding encoding)
    {
        DateTime time = DateTime.UtcNow;

        Push(encoding, [Event("same", time), Event("same", time)]);

        Assert.That(Await(2).Select(line => line.Line), Is.EqualTo(new[] { "same", "same" }));
    }

    /// <summary>As after a change of the configuration.</summary>
    [Test]
    public void Query_LabelsInAnotherOrder_FindsTheLinesOfBoth([Values] LokiEncoding encoding)
    {
        foreach (string[] names in new string[][] { ["zone", "area"], ["area", "zone"] })
        {
            Push(
                encoding,
                [Event(names[0], DateTime.UtcNow)],
                options => Array.ForEach(names, name => options.AddLabel(new LokiField { Name = name, Value = "1" })));
        }

        Assert.That(Await(2).Select(line => line.Line), Is.EqualTo(new[] { "zone", "area" }));
    }

    [TestCaseSource(nameof(_noTexts))]
    public void Query_TextThatIsNoText_IsReplaced(string text)
    {
        foreach (LokiEncoding encoding in Enum.GetValues<LokiEncoding>())
        {
            foreach (LokiBodyFormat format in Enum.GetValues<LokiBodyFormat>())
            {
                LoggingEvent one = Event(text, DateTime.UtcNow, new PropertiesDictionary { ["x"] = text, [text] = "1" });
                Push(encoding, [one], options =>
                {
                    options.BodyFormat = format;
                    options.AddLabel(new LokiField { Name = "fixed", Value = text });
                    options.AddLabel(new LokiField { Name = "own", Property = "x" });
                    options.AddMetadata(new LokiField { Name = "meta", Property = "x" });
                    options.AddLevelName(new LokiLevelName { Level = "INFO", Name = text });
                });
            }
        }

        foreach ((IReadOnlyDictionary<string, string> labels, _, string line) in Await(6))
        {
            Assert.That((labels["fixed"], labels["own"], labels["meta"], labels["level"]), Is.EqualTo(("a?b", "a?b", "a?b", "a?b")));
            Assert.That(line, Does.Contain("a?b").And.Not.Contain("FFFD").And.Not.Contain("\uFFFD"));
        }
    }

    /// <summary>On a server without tenants, each line is found as any of them.</summary>
    [Test]
    public void Query_TenantOfEachEvent_EachFindsItsOwn([Values] LokiEncoding encoding, [Values] bool hasTenants)
    {
        using LokiTarget target = new(new LokiLimits { RequiresTenant = hasTenants });
        LokiAppender appender = target.Appender(encoding, _run, _errors);
        appender.TenantProperty = "tenant";
        appender.ActivateOptions();
        string[] tenants = ["easy-logger-1", "easy-logger-2"];

        appender.DoAppend(
            [.. tenants.Select(tenant => Event(tenant, DateTime.UtcNow, new PropertiesDictionary { ["tenant"] = tenant }))]);
        appender.Close();

        Assert.That(_errors.Errors, Is.Empty);
        foreach (string tenant in tenants)
        {
            Eventually.Holds(() => target.Query(Selector, tenant).Any(line => line.Line == tenant), $"{tenant} finds its line");
        }
    }

    /// <summary>The server refuses the whole push or a part of it, and has what is right in it.</summary>
    [Test]
    public void Query_BesideALineThatIsTooOld_TheOthersAreThere([Values(LokiEncoding.Json, LokiEncoding.Protobuf)] LokiEncoding encoding)
    {
        DateTime now = DateTime.UtcNow;

        LokiAppender appender = Pushed(encoding, [Event("first", now), Event("old", now.AddDays(-30)), Event("last", now.AddTicks(1))]);

        Assert.That(Await(2).Select(line => line.Line), Is.EqualTo(new[] { "first", "last" }));
        Assert.That(appender.Statistics.Refused, Is.Positive);
        Assert.That(appender.Statistics.Dropped + appender.Statistics.InFlight, Is.Zero);
    }

    /// <summary>Larger together than any message between the parts of Loki, and than what it takes at once by default.</summary>
    [Test]
    public void Query_PushesAboveTheLimits_AreAllThere([Values] LokiEncoding encoding)
    {
        string[] texts = [.. Enumerable.Range(0, 50).Select(i => $"{i} {new string('x', 200_000)}")];
        DateTime time = DateTime.UtcNow;

        Push(
            encoding, [.. texts.Select((text, i) => Event(text, time.AddTicks(i)))], options => options.MaxBatchBytes = 4_194_304);

        Assert.That(Await(texts.Length).Select(line => line.Line), Is.EqualTo(texts));
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
        Assert.That(_errors.Errors, Is.Empty);
        Assert.That(appender.Statistics.Delivered, Is.EqualTo(events.Length));
    }

    private LokiAppender Pushed(LokiEncoding encoding, LoggingEvent[] events, Action<LokiAppender>? configure = null)
    {
        LokiAppender appender = _target.Appender(encoding, _run, _errors);
        configure?.Invoke(appender);
        appender.ActivateOptions();
        appender.DoAppend(events);
        appender.Close();
        return appender;
    }

    /// <summary>The lines of this test, when there are so many at least: a Loki of several parts may need a moment.</summary>
    private IReadOnlyList<(IReadOnlyDictionary<string, string> Labels, long Nanoseconds, string Line)> Await(int count)
    {
        Eventually.Holds(() => _target.Query(Selector).Count >= count, $"there are {count} lines");
        return _target.Query(Selector);
    }
}
