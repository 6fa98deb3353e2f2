using Easy.Logger.Loki;
using Easy.Logger.Loki.Labels;
using FsCheck;
using FsCheck.Fluent;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Labels and metadata are few, clean and never refused; no two lines of a stream have one time, or Loki would keep one.</summary>
[Category("Loki")]
internal sealed class StreamTests
{
    private const long Tick = StreamClock.NanosecondsPerTick;
    private const int Room = StreamClock.Series;
    private const long Base = 1_700_000_000_000_000_000;

    private static readonly (string Name, Level[] Levels)[] _bands =
    [
        ("fatal", [Level.Emergency, Level.Fatal]),
        ("critical", [Level.Alert, Level.Critical]),
        ("error", [Level.Severe, Level.Error]),
        ("warning", [Level.Warn, new(65_000, "AUDIT")]),
        ("info", [Level.Notice, Level.Info]),
        ("debug", [Level.Debug, Level.Fine]),
        ("trace", [Level.Trace, Level.Finer, Level.Verbose, Level.Finest, new(int.MinValue, "LOWEST")]),
    ];

    [Test]
    [Demand("L8", "L16")]
    public void ByDefault_EachLevelIsCalledAsGrafanaDoesAndThereIsNoMetadata()
    {
        using LokiScene scene = new();

        scene.Send([.. _bands.SelectMany(band => band.Levels).Select(level =>
            scene.Event(level.Name, level, properties: new() { ["user"] = 1 }))]);

        Assert.That(
            scene.Server.Stored.Select(entry => (entry.Labels["level"], entry.Line)),
            Is.EquivalentTo(_bands.SelectMany(band => band.Levels.Select(level => (band.Name, level.Name)))));
        Assert.That(scene.Server.Stored.Select(entry => entry.Metadata), Is.All.Empty);
    }

    [Test]
    [Demand("L7", "L16")]
    public void TenThousandValues_AreNoStreamsOfTheirOwn([Values("level", "", null)] string? levelLabel)
    {
        using LokiScene scene = new(appender =>
        {
            appender.LevelLabel = levelLabel;
            appender.AddMetadata(new LokiField { Name = "user", Property = "user" });
        });

        scene.Send([.. Enumerable.Range(0, 10_000).Select(
            i => scene.Event("text", i % 2 == 0 ? Level.Info : Level.Warn, properties: new() { ["user"] = i }))]);

        int streams = levelLabel == "level" ? 2 : 1;
        Assert.That(scene.Server.Stored.Select(entry => string.Join(",", entry.Labels)).Distinct(), Has.Exactly(streams).Items);
        Assert.That(scene.Server.Stored.Select(entry => entry.Metadata["user"]).Distinct(), Has.Exactly(10_000).Items);
    }

    /// <summary>Of two with one name the first counts, and wildcards are the properties that begin so.</summary>
    [Test]
    [Demand("L8")]
    public void LabelsInAnyOrder_SomeOfOneName_AreSentOnceAndSortedByName([Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(encoding: encoding, configure: appender =>
        {
            string[] fixedOnes = ["zone", "Area", "a.b", "a-b"];
            string[] properties = ["b", "level", "label.*"];
            Array.ForEach(fixedOnes, name => appender.AddLabel(new LokiField { Name = name, Value = "of " + name }));
            Array.ForEach(properties, name => appender.AddLabel(new LokiField { Property = name }));
            appender.AddMetadata(new LokiField { Property = "*" });
        });

        scene.Send(scene.Event(
            properties: new() { ["label.a"] = "1", ["label.b"] = 2, ["b"] = "x", ["level"] = "mine", ["log4net:HostName"] = "h" }));

        StoredEntry entry = scene.Server.Stored.Single();
        Assert.That(
            entry.Selector,
            Is.EqualTo("""{Area="of Area", a_b="of a.b", app="shop", b="x", label_a="1", label_b="2", level="info", zone="of zone"}"""));
        Assert.That(
            entry.Metadata,
            Is.EquivalentTo(new Dictionary<string, string> { ["label_a"] = "1", ["label_b"] = "2", ["b"] = "x", ["level"] = "mine" }));
    }

    /// <summary>A stream must not have two clocks.</summary>
    [Test]
    public void Labels_ThatAreLeftOutDiffer_TheStreamIsOneAndAllLinesAreStored([Values] bool areTooMany)
    {
        using LokiScene scene = new(appender =>
        {
            Enumerable.Range(0, areTooMany ? 19 : 0).ToList().ForEach(
                i => appender.AddLabel(new LokiField { Name = $"l{i}", Value = "v" }));
            appender.AddLabel(new LokiField { Name = areTooMany ? "l19" : "app", Property = "source" });
        });

        DateTime moment = DateTime.UtcNow;
        scene.Send([.. Enumerable.Range(0, 10).Select(i => scene.Event(time: moment, properties: new() { ["source"] = $"{i}" }))]);

        Assert.That(scene.Lines, Has.Count.EqualTo(10));
        Assert.That(scene.Server.Stored[0].Labels, Has.Count.EqualTo(areTooMany ? 15 : 2));
        Assert.That(scene.Complaints, Has.Count.EqualTo(areTooMany ? 1 : 0).And.All.Contains("level").And.All.Contains("l19"));
    }

    [Test]
    public void Labels_None_NameOfTheProgramIsReported()
    {
        using LokiScene scene = new();
        LokiAppender appender = new() { Name = "plain", Url = scene.Server.Url.ToString() };
        appender.ActivateOptions();

        appender.DoAppend([scene.Event()]);
        appender.Close();

        Assert.That(scene.Server.Stored.Single().Labels["app"], Is.EqualTo(AppDomain.CurrentDomain.FriendlyName));
    }

    [Test]
    public void AnyTexts_AreTaken([Values] LokiEncoding encoding)
    {
        Prop.ForAll<string, string, string>((name, value, text) =>
        {
            using LokiScene scene = new(encoding: encoding, configure: appender =>
            {
                appender.AddLabel(new LokiField { Name = name ?? "n", Value = value ?? "v" });
                appender.AddLabel(new LokiField { Name = "own", Property = "own" });
                appender.AddMetadata(new LokiField { Property = "*" });
            });
            scene.Send(scene.Event(text, properties: new() { ["own"] = value, [name ?? "p"] = text }));
            return scene.Errors.Errors.Count == 0 && scene.Appender.Statistics.Delivered == 1 && scene.Server.Requests.Count == 1;
        }).QuickCheckThrowOnFailure();
    }

    /// <summary>As strconv.Quote of Go: the text of a stream over gRPC is then the same as that which Loki makes for HTTP.</summary>
    [Test]
    public void Quoted_Text_IsWhatGoQuotes() => Assert.That(
        LabelRules.Quoted(
            "a \"b\" \\ 'c' \a\b\f\n\r\t\v \0\u0001\u001f\u007f \u0085\u00a0\u200b\u2028\ufeff\ue000 ä 中 😀 𝄞 \U000E0001"),
        Is.EqualTo(
            """a \"b\" \\ 'c' \a\b\f\n\r\t\v \x00\x01\x1f\x7f \u0085\u00a0\u200b\u2028\ufeff\ue000 ä 中 😀 𝄞 \U000e0001"""));

    /// <summary>Up to a hundred times of a few ticks: many are the same, and many come late. Then many late ones.</summary>
    [Test]
    public void Next_AnyTimes_EachIsDifferentAndNeitherEarlyNorFarBehind([Values] bool keepsOrder)
    {
        Prop.ForAll(
            Gen.Choose(0, 4).ListOf().Resize(100).ToArbitrary(),
            ticks => AssertMoments([.. ticks.Take(100).Select(tick => Base + (tick * tick * Tick))], keepsOrder))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1_000));
        foreach (int ticks in new[] { 1, 2, 7, 100 })
        {
            AssertMoments([Base + (1_000 * Tick), .. Enumerable.Range(0, 10_000).Select(i => Base + (i % ticks * Tick))], keepsOrder);
        }
    }

    [Test]
    [Demand("L5", "L6")]
    public void Send_ManyEqualLinesOfOneTickAndOptionsBetweenThem_AllAreStoredAndInOrderIfAsked(
        [Values] bool isLate, [Values] LokiTimestamps timestamps)
    {
        using LokiScene scene = new(appender => appender.Timestamps = timestamps, time: new ManualTimeProvider());
        scene.Clock.Advance(TimeSpan.FromHours(1));
        DateTime now = scene.Time.GetUtcNow().UtcDateTime;
        DateTime moment = now.AddMinutes(-1);
        scene.Send(scene.Event(time: isLate ? moment.AddSeconds(1) : moment));

        for (int i = 0; i < 10; i++)
        {
            scene.Send([.. Enumerable.Range(0, 100).Select(_ => scene.Event(time: moment))]);
            scene.Appender.ActivateOptions();
        }

        scene.Send(scene.Event(time: default(DateTime)), scene.Event(time: now.AddMinutes(11))); // never was, and is far ahead

        Assert.That(scene.Errors.Errors, Is.Empty);
        Assert.That(scene.Lines, Has.Count.EqualTo(1_003));
        Assert.That(
            scene.Server.Stored.Select(entry => entry.TimestampNanoseconds),
            timestamps == LokiTimestamps.Monotonic ? Is.Unique.And.Ordered : Is.Unique);
    }

    /// <summary>The thread that sends may be in another activity, or still in that of whoever started it.</summary>
    [Test]
    public void Activity_AroundSomeCalls_ItsIdsAreOnceWhereTheOptionSays(
        [Values] bool isBehind, [Values] LokiTraceContext context, [Values] LokiBodyFormat body, [Values] bool isWildcard)
    {
        using LokiScene scene = new(appender =>
        {
            appender.TraceContext = context;
            appender.BodyFormat = body;
            LokiField[] metadata = isWildcard ? [new LokiField { Property = "*" }] : [];
            Array.ForEach(metadata, appender.AddMetadata);
        });
        ILog log = scene.Log(isBehind ? new AsyncBufferingForwardingAppender() : null);
        List<Activity?> activities = [];

        for (int i = 0; i < 5; i++)
        {
            using Activity activity = new("work");
            activities.Add(i % 2 == 0 ? activity.SetIdFormat(ActivityIdFormat.W3C).Start() : null);
            log.Info($"{i}");
        }

        scene.Shutdown();

        Assert.That(scene.Server.Stored, Has.Count.EqualTo(activities.Count));
        foreach ((StoredEntry entry, Activity? activity) in scene.Server.Stored.Zip(activities, (entry, activity) => (entry, activity)))
        {
            string trace = activity?.TraceId.ToHexString() ?? "TraceId";
            string span = activity?.SpanId.ToHexString() ?? "SpanId";
            bool isInMetadata = activity is not null && context == LokiTraceContext.Metadata;
            bool isInLine = activity is not null && context == LokiTraceContext.Body && body == LokiBodyFormat.Json;
            Assert.That(
                entry.Metadata,
                Is.EquivalentTo(isInMetadata ? new Dictionary<string, string> { ["trace_id"] = trace, ["span_id"] = span } : []));
            Assert.That(
                entry.Line,
                isInLine
                    ? Does.Contain($"\"TraceId\":\"{trace}\"").And.Contain($"\"SpanId\":\"{span}\"")
                    : Does.Not.Contain("TraceId").And.Not.Contain("SpanId").And.Not.Contain(trace).And.Not.Contain(span));
        }
    }

    private static long[] Moments(IEnumerable<long> times, bool keepsOrder)
    {
        StreamClock clock = new();
        return [.. times.Select(time => clock.Next(time, keepsOrder))];
    }

    private static void AssertMoments(long[] times, bool keepsOrder)
    {
        long[] moments = Moments(times, keepsOrder);
        long end = times.DefaultIfEmpty().Max() + (times.Length * Room) + Tick;
        Assert.That(moments, keepsOrder ? Is.Unique.And.Ordered : Is.Unique);
        Assert.That(moments.Zip(times, (moment, time) => moment >= time), Is.All.True, "none is early");
        Assert.That(moments, Is.All.LessThan(end), "none is far behind the latest");
    }
}
