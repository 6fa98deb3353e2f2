using Easy.Logger.Loki;
using Easy.Logger.Loki.Labels;
using FsCheck;
using FsCheck.Fluent;
using log4net.Util;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Labels and metadata: few, clean, and never what a server refuses a push for.</summary>
[Category("Loki")]
internal sealed class LabelTests
{
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

        scene.Send(
        [
            .. _bands.SelectMany(band => band.Levels).Select(level =>
                scene.Event(level.Name, level, properties: new PropertiesDictionary { ["user"] = 1 })),
        ]);

        Assert.That(
            scene.Server.Stored.Select(entry => (entry.Labels["level"], entry.Line)),
            Is.EquivalentTo(_bands.SelectMany(band => band.Levels.Select(level => (band.Name, level.Name)))));
        Assert.That(scene.Server.Stored.Select(entry => entry.Metadata), Is.All.Empty);
    }

    [TestCase("")]
    [TestCase(null)]
    [Demand("L16")]
    public void NoLevelLabel_OneStream(string? name)
    {
        using LokiScene scene = new(appender => appender.LevelLabel = name);

        scene.Send(scene.Event("a", Level.Info), scene.Event("b", Level.Error));

        Assert.That(scene.Server.Requests.Single().Streams, Is.EqualTo(1));
    }

    [Test]
    [Demand("L7")]
    public void TenThousandValues_AreNoStreamsOfTheirOwn()
    {
        using LokiScene scene = new(appender => appender.AddMetadata(new LokiField { Name = "user", Property = "user" }));

        scene.Send([.. Enumerable.Range(0, 10_000).Select(
            i => scene.Event("text", i % 2 == 0 ? Level.Info : Level.Warn, properties: new PropertiesDictionary { ["user"] = i }))]);

        Assert.That(scene.Server.Stored.Select(entry => string.Join(",", entry.Labels)).Distinct(), Has.Exactly(2).Items);
        Assert.That(scene.Server.Stored.Select(entry => entry.Metadata["user"]).Distinct(), Has.Exactly(10_000).Items);
    }

    /// <summary>Of two with one name the first counts, and wildcards are the properties that begin so.</summary>
    [Test]
    [Demand("L8")]
    public void LabelsInAnyOrder_SomeOfOneName_AreSentOnceAndSortedByName([Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(
            appender =>
            {
                foreach (string property in new[] { "b", "level", "label.*" })
                {
                    appender.AddLabel(new LokiField { Property = property });
                }

                foreach ((string name, string value) in new[] { ("zone", "north"), ("Area", "1"), ("a.b", "1"), ("a-b", "2") })
                {
                    appender.AddLabel(new LokiField { Name = name, Value = value });
                }

                appender.AddMetadata(new LokiField { Property = "*" });
            },
            encoding);

        scene.Send(scene.Event(properties: new PropertiesDictionary
        {
            ["label.a"] = "1",
            ["label.b"] = 2,
            ["b"] = "x",
            ["level"] = "mine",
            ["log4net:HostName"] = "h",
        }));

        StoredEntry entry = scene.Server.Stored.Single();
        Assert.That(
            entry.Selector,
            Is.EqualTo("""{Area="1", a_b="1", app="shop", b="x", label_a="1", label_b="2", level="info", zone="north"}"""));
        Assert.That(
            entry.Metadata,
            Is.EquivalentTo(new Dictionary<string, string> { ["label_a"] = "1", ["label_b"] = "2", ["b"] = "x", ["level"] = "mine" }));
    }

    /// <summary>Loki stores one of two lines of a stream that are equal in text and time, so a stream must not have two clocks.</summary>
    [Test]
    public void Labels_ThatAreLeftOutDiffer_TheStreamIsOneAndAllLinesAreStored([Values] bool areTooMany)
    {
        using LokiScene scene = new(appender =>
        {
            foreach (int i in Enumerable.Range(0, areTooMany ? 19 : 0))
            {
                appender.AddLabel(new LokiField { Name = $"l{i}", Value = "v" });
            }

            appender.AddLabel(new LokiField { Name = areTooMany ? "l19" : "app", Property = "source" });
        });
        DateTime moment = DateTime.UtcNow.AddMinutes(-1);

        scene.Send([.. Enumerable.Range(0, 10).Select(i =>
            scene.Event("text", time: moment, properties: new() { ["source"] = $"{i}" }))]);

        Assert.That(scene.Lines, Has.Count.EqualTo(10));
        Assert.That(scene.Server.Stored[0].Labels, Has.Count.EqualTo(areTooMany ? 15 : 2));
        Assert.That(scene.Complaints, Has.Count.EqualTo(areTooMany ? 1 : 0).And.All.Contains("level").And.All.Contains("l19"));
    }

    [Test]
    public void Labels_None_TheProgramIsTold()
    {
        LokiAppender appender = new() { Name = "plain" };
        using LokiScene scene = new();
        appender.Url = scene.Server.Url.ToString();
        appender.ActivateOptions();

        appender.DoAppend([scene.Event()]);
        appender.Close();

        Assert.That(scene.Server.Stored.Single().Labels["app"], Is.EqualTo(AppDomain.CurrentDomain.FriendlyName));
    }

    [Test]
    public void AnyTexts_AreTaken([Values] LokiEncoding encoding)
    {
        using ContractServer server = ContractServer.Start();
        Prop.ForAll<string, string, string>((name, value, text) =>
        {
            using LokiScene scene = new(
                appender =>
                {
                    appender.Url = (encoding == LokiEncoding.Grpc ? server.GrpcUrl : server.Url).ToString();
                    appender.AddLabel(new LokiField { Name = name ?? "n", Value = value ?? "v" });
                    appender.AddLabel(new LokiField { Name = "own", Property = "own" });
                    appender.AddMetadata(new LokiField { Property = "*" });
                },
                encoding);
            scene.Send(scene.Event(text, properties: new PropertiesDictionary { ["own"] = value, [name ?? "p"] = text }));
            return scene.Errors.Errors.Count == 0 && scene.Appender.Statistics.Delivered == 1;
        }).QuickCheckThrowOnFailure();
        Assert.That(
            server.Requests.Select(request => request.Status ?? request.GrpcStatus),
            Is.All.EqualTo(encoding == LokiEncoding.Grpc ? 0 : 204).Or.EqualTo(200));
    }

    /// <summary>
    /// As strconv.Quote of Go writes it: the text of a stream over gRPC is then the same as that which Loki makes for HTTP.
    /// </summary>
    [Test]
    public void Quoted_Text_IsWhatGoQuotes() => Assert.That(
        LabelRules.Quoted(
            "a \"b\" \\ 'c' \a\b\f\n\r\t\v \0\u0001\u001f\u007f \u0085\u00a0\u200b\u2028\ufeff\ue000 ä 中 😀 𝄞 \U000E0001"),
        Is.EqualTo(
            """a \"b\" \\ 'c' \a\b\f\n\r\t\v \x00\x01\x1f\x7f \u0085\u00a0\u200b\u2028\ufeff\ue000 ä 中 😀 𝄞 \U000e0001"""));
}
