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
    private static readonly Level[] _levels =
    [
        Level.Emergency, Level.Fatal, Level.Alert, Level.Critical, Level.Severe, Level.Error, Level.Warn, Level.Notice, Level.Info,
        Level.Debug, Level.Fine, Level.Trace,
        Level.Finer, Level.Verbose, Level.Finest, new(65_000, "AUDIT"), new(int.MinValue, "LOWEST"),
    ];

    private static readonly string[] _bands =
    [
        "fatal", "fatal", "critical", "critical", "error", "error", "warning", "info", "info", "debug", "debug", "trace", "trace", "trace",
        "trace", "warning", "trace",
    ];

    [Test]
    [Demand("L16")]
    public void EachLevel_IsCalledAsGrafanaDoes()
    {
        using LokiScene scene = new();

        scene.Send(Array.ConvertAll(_levels, level => scene.Event(level.Name, level)));

        Assert.That(
            scene.Server.Stored.Select(entry => (entry.Line, entry.Labels["level"])).OrderBy(pair => pair.Line, StringComparer.Ordinal),
            Is.EqualTo(_levels.Select((level, i) => (level.Name, _bands[i])).OrderBy(pair => pair.Name, StringComparer.Ordinal)));
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

    [Test]
    [Demand("L8")]
    public void ByDefault_NoMetadata()
    {
        using LokiScene scene = new();

        scene.Send(scene.Event(properties: new PropertiesDictionary { ["user"] = 1 }));

        Assert.That(scene.Server.Stored.Single().Metadata, Is.Empty);
    }

    [Test]
    [Demand("L8")]
    public void Wildcards_AreThePropertiesThatBeginSo()
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.AddLabel(new LokiField { Property = "label.*" });
                appender.AddMetadata(new LokiField { Property = "*" });
            });

        scene.Send(scene.Event(
            properties: new PropertiesDictionary { ["label.a"] = "1", ["label.b"] = 2, ["user"] = "x", ["log4net:HostName"] = "h" }));

        StoredEntry entry = scene.Server.Stored.Single();
        Assert.That(entry.Labels, Is.SupersetOf(new Dictionary<string, string> { ["label_a"] = "1", ["label_b"] = "2" }));
        Assert.That(
            entry.Metadata, Is.EquivalentTo(new Dictionary<string, string> { ["label_a"] = "1", ["label_b"] = "2", ["user"] = "x" }));
    }

    [Test]
    public void Labels_TooMany_AreLeftOutAndToldOf()
    {
        using LokiScene scene = new(
            appender =>
            {
                for (int i = 0; i < 20; i++)
                {
                    appender.AddLabel(new LokiField { Name = $"l{i}", Value = "v" });
                }
            });

        scene.Send("first", "second");

        Assert.That(scene.Server.Stored[0].Labels, Has.Count.EqualTo(15));
        Assert.That(scene.Complaints.Single(), Does.Contain("level").And.Contain("l19"));
    }

    [Test]
    public void Labels_TwoOfOneName_TheFirstWins()
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.AddLabel(new LokiField { Name = "a.b", Value = "1" });
                appender.AddLabel(new LokiField { Name = "a-b", Value = "2" });
                appender.AddLabel(new LokiField { Name = "level", Property = "level" });
            });

        scene.Send(scene.Event(properties: new PropertiesDictionary { ["level"] = "mine" }));

        Assert.That(
            scene.Server.Stored.Single().Labels,
            Is.EquivalentTo(new Dictionary<string, string> { ["app"] = "shop", ["a_b"] = "1", ["level"] = "info" }));
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

    [Test]
    public void Send_LabelsInAnyOrder_AreSentSortedByName([Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.AddLabel(new LokiField { Property = "b" });
                appender.AddLabel(new LokiField { Name = "zone", Value = "north" });
                appender.AddLabel(new LokiField { Name = "Area", Value = "1" });
            },
            encoding);

        scene.Send(scene.Event(properties: new() { ["b"] = "x" }));

        Assert.That(
            scene.Server.Stored.Single().Selector,
            Is.EqualTo("{Area=\"1\", app=\"shop\", b=\"x\", level=\"info\", zone=\"north\"}"));
    }

    /// <summary>
    /// As strconv.Quote of Go writes it: the text of a stream over gRPC is then the same as that which Loki makes for HTTP.
    /// </summary>
    [TestCase("a \"b\" \\ 'c'", "a \\\"b\\\" \\\\ 'c'")]
    [TestCase("\a\b\f\n\r\t\v", "\\a\\b\\f\\n\\r\\t\\v")]
    [TestCase("\0\u0001\u001f\u007f", "\\x00\\x01\\x1f\\x7f")]
    [TestCase("\u0085\u00a0\u200b\u2028\ufeff\ue000", "\\u0085\\u00a0\\u200b\\u2028\\ufeff\\ue000")]
    [TestCase("ä 中 😀 𝄞", "ä 中 😀 𝄞")]
    [TestCase("\U000E0001", "\\U000e0001")]
    public void Quoted_Text_IsWhatGoQuotes(string text, string quoted) => Assert.That(LabelRules.Quoted(text), Is.EqualTo(quoted));
}
