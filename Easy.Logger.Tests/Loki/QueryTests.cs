using Easy.Logger.Loki;
using Easy.Logger.Loki.Labels;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What was pushed is found: on the contract server, or on the Loki at <c>LOKI_URL</c> and <c>LOKI_GRPC</c>.</summary>
[Category("Loki")]
internal sealed class QueryTests
{
    private const string Tenant = "easy-logger-tests"; // for a server that asks for one

    private static readonly HttpClient _client = new();

    private readonly string _run = Guid.NewGuid().ToString("N");
    private readonly ContractServer _server = new();

    [TearDown]
    public void End() => _server.Dispose();

    /// <summary>As after an answer that was lost, and with other options. Equal lines of one moment get moments of their own.</summary>
    [Test]
    [Demand("L6", "L8")]
    public void Query_PushedTwiceWithLabelsInAnyOrder_EachLineIsThereOnceWithAllItHas([Values] LokiEncoding encoding)
    {
        string[] texts =
            ["plain", "two\nlines", "a \"quoted\" 'text' \\", "😀 ä 中", "{app=\"x\"}", new string('x', 100_000), "same", "same"];
        Dictionary<string, string> own = new() { ["zone"] = texts[2], ["area"] = texts[3], ["own"] = texts[4] };
        DateTime time = DateTime.UtcNow.AddMinutes(-1);
        long[] moments = [.. Enumerable.Range(0, 7).Select(i => (time.Ticks + i - DateTime.UnixEpoch.Ticks) * 100)];
        using LokiScene first = Scene(encoding, appender => AddFields(appender, own.Keys));
        using LokiScene second = Scene(encoding, appender => AddFields(appender, own.Keys.Reverse()));
        LoggingEvent[] events = [.. texts.Select((text, i) => first.Event(text, time: time.AddTicks(Math.Min(i, 6)), properties: i == 0
            ? [] : new PropertiesDictionary { ["order"] = i, ["text"] = texts[i % 5] }))];

        first.Send(events);
        second.Send(events);

        Assert.That(first.Errors.Errors.Concat(second.Errors.Errors), Is.Empty);
        FoundLine[] lines = Await(texts.Length);
        Assert.That(lines.Select(line => line.Line), Is.EqualTo(texts));
        Assert.That(lines.Select(line => line.Nanoseconds), Is.EqualTo([.. moments, moments[^1] + StreamClock.Series]));
        Assert.That(lines.Select(line => line.Labels), Is.All.SupersetOf(own));
        Assert.That(lines.Select(line => line.Labels["level"]), Is.All.EqualTo("info"));
        Assert.That(
            lines.Select(line => (line.Labels.GetValueOrDefault("order"), line.Labels.GetValueOrDefault("text"))),
            Is.EqualTo(texts.Select((_, i) => i == 0 ? default : ($"{i}", texts[i % 5]))));

        void AddFields(LokiAppender appender, IEnumerable<string> names)
        {
            names.ToList().ForEach(name => appender.AddLabel(new LokiField { Name = name, Value = own[name] }));
            appender.AddMetadata(new LokiField { Property = "*" });
        }
    }

    [Test]
    public void Query_TextThatIsNoText_IsReplaced([Values] LokiEncoding encoding, [Values] LokiBodyFormat format)
    {
        const string Replaced = "a?b?c?d?";
        const string Text = "a\uFFFDb\uD83Dc\uDE00d\uD83D";
        using LokiScene scene = Scene(encoding, appender =>
        {
            appender.BodyFormat = format;
            appender.AddLabel(new LokiField { Name = "fixed", Value = Text });
            appender.AddLabel(new LokiField { Name = "own", Property = "x" });
            appender.AddMetadata(new LokiField { Name = "meta", Property = "x" });
            appender.AddLevelName(new LokiLevelName { Level = "INFO", Name = Text });
        });

        scene.Send(scene.Event(Text, properties: new() { ["x"] = Text, [Text] = "1" }));

        Assert.That(scene.Errors.Errors, Is.Empty);
        (IReadOnlyDictionary<string, string> labels, _, string line) = Await(1).Single();
        string[] values = [labels["fixed"], labels["own"], labels["meta"], labels["level"]];
        Assert.That(values, Is.All.EqualTo(Replaced));
        Assert.That(line, Does.Contain(Replaced).And.Not.Contain("FFFD").And.Not.Contain("\uFFFD"));
    }

    /// <summary>The server refuses the whole push or a part of it, and has what is right in it.</summary>
    [Test]
    [Demand("L1")]
    public void Query_BesideALineThatIsTooOld_TheOthersAreThere([Values(LokiEncoding.Json, LokiEncoding.Protobuf)] LokiEncoding encoding)
    {
        using LokiScene scene = Scene(encoding);
        DateTime now = DateTime.UtcNow;

        scene.Send(scene.Event("first", time: now), scene.Event("old", time: now.AddDays(-30)), scene.Event("last", time: now.AddTicks(1)));

        Assert.That(Await(2).Select(line => line.Line), Is.EqualTo(["first", "last"]));
        Assert.That(scene.Appender.Statistics.Refused, Is.Positive);
        Assert.That(scene.Appender.Statistics.Dropped + scene.Appender.Statistics.InFlight, Is.Zero);
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("too old").IgnoreCase.Or.Contain("older"));
    }

    private static string? Named(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } address ? address : null;

    private LokiScene Scene(LokiEncoding encoding, Action<LokiAppender>? configure = null) =>
        new(encoding: encoding, server: _server, configure: appender =>
        {
            appender.Url = Named(encoding == LokiEncoding.Grpc ? "LOKI_GRPC" : "LOKI_URL") ?? appender.Url;
            appender.Tenant = Tenant;
            appender.AddLabel(new LokiField { Name = "run", Value = _run });
            configure?.Invoke(appender);
        });

    /// <summary>The lines, the oldest first, once there are so many. Labels are those of the answer, metadata among them.</summary>
    private FoundLine[] Await(int count)
    {
        FoundLine[] lines = [];
        Eventually.Holds(() => (lines = Query()).Length >= count, $"there are {count} lines");
        return lines;
    }

    private FoundLine[] Query()
    {
        const long HourInNanoseconds = 3_600_000_000_000;
        long now = (DateTime.UtcNow.Ticks - DateTime.UnixEpoch.Ticks) * 100;
        string server = (Named("LOKI_URL") ?? $"{_server.Url}").TrimEnd('/');
        string selector = Uri.EscapeDataString($$"""{run="{{_run}}"}""");
        Uri address = new($"{server}/loki/api/v1/query_range?query={selector}&start={now - HourInNanoseconds}"
            + $"&end={now + HourInNanoseconds}&limit=5000&direction=forward");
        using HttpRequestMessage request = new(HttpMethod.Get, address) { Headers = { { "X-Scope-OrgID", Tenant } } };
        using HttpResponseMessage response = _client.Send(request).EnsureSuccessStatusCode();
        using JsonDocument answer = JsonDocument.Parse(response.Content.ReadAsStream());
        return
        [
            .. answer.RootElement.GetProperty("data").GetProperty("result").EnumerateArray()
                .SelectMany(stream => stream.GetProperty("values").EnumerateArray().Select(value => new FoundLine(
                    stream.GetProperty("stream").Deserialize<Dictionary<string, string>>()!,
                    long.Parse(value[0].GetString()!, CultureInfo.InvariantCulture),
                    value[1].GetString()!)))
                .OrderBy(line => line.Nanoseconds),
        ];
    }

    private sealed record FoundLine(IReadOnlyDictionary<string, string> Labels, long Nanoseconds, string Line);
}
