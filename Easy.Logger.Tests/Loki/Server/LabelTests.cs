using System.Text.Json;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Which labels lose a whole request, which lose their stream, and which are stored.</summary>
[Category("Loki")]
internal sealed class LabelTests : SceneTests<ServerScene>
{
    [Test]
    public void Name_OutsideTheGrammar_WholeRequestIsLost([Values("user.id", "1a", "a-b", "a b", "A:b", "é", "")] string name)
    {
        (int status, string body) = Scene.Sender.Json(
            Push.JsonOf(Good(), Push.JsonStream($$"""{"{{name}}":"x"}""", Push.JsonEntry(Scene.Now))));

        Assert.That(status, Is.EqualTo(400), body);
        Assert.That(Scene.Server.Stored, Is.Empty);
    }

    [Test]
    public void Name_Good_IsStored([Values("a", "A1", "_", "__x__", "a_b_9")] string name)
    {
        Assert.That(Scene.Sender.Json(Push.Json(Scene.Now, labels: $$"""{"{{name}}":"x"}""")).Status, Is.EqualTo(204));
        Assert.That(Scene.Server.Stored.Single().Labels.Keys, Is.EqualTo(new[] { name }));
    }

    [Test]
    public void Labels_None_IsStoredAsUnknownService([Values("{}", """{"app":""}""")] string labels)
    {
        Assert.That(Scene.Sender.Json(Push.Json(Scene.Now, labels: labels)).Status, Is.EqualTo(204));
        Assert.That(Scene.Server.Stored.Single().Labels, Is.Empty);
        Assert.That(Scene.Server.Stored.Single().ServiceName, Is.EqualTo("unknown_service"));
    }

    [Test]
    public void Labels_Missing_IsStored()
    {
        Assert.That(Scene.Sender.Json($$"""{"streams":[{"values":[["{{Scene.Now}}","line"]]}]}""").Status, Is.EqualTo(204));
        Assert.That(Scene.Lines, Is.EqualTo(new[] { "line" }));
    }

    [TestCase(15, 204)]
    [TestCase(16, 400)]
    public void Labels_Many_OnlyThatStreamIsLost(int count, int status) =>
        AssertOwnStream(Enumerable.Range(0, count).ToDictionary(i => $"l{i}", _ => "v"), status, "label names; limit 15");

    [TestCase(2048, 204)]
    [TestCase(2049, 400)]
    public void Value_Long_OnlyThatStreamIsLost(int length, int status) =>
        AssertOwnStream(new() { ["l"] = new string('v', length) }, status, "label value too long");

    [Test]
    public void Value_LongInBytes_OnlyThatStreamIsLost() =>
        AssertOwnStream(new() { ["l"] = new string('é', 1025) }, 400, "label value too long");

    [TestCase(1024, 204)]
    [TestCase(1025, 400)]
    public void Name_Long_OnlyThatStreamIsLost(int length, int status) =>
        AssertOwnStream(new() { [new string('n', length)] = "v" }, status, "label name too long");

    [Test]
    public void Selector_Bad_WholeRequestIsLost(
        [Values(
            "", "}", "app=\"x\"", "{app=\"x\"", "{app=x}", "{app=\"x}", "{app=\"x\\\"}", "{app=\"\\q\"}", "{app=\"\\u12\"}",
            "{app=\"a\nb\"}", "{app!=\"x\"}", "{a-b=\"x\"}", "{1a=\"x\"}", "{=\"x\"}", "{a=\"1\" b=\"2\"}",
            "{a=\"1\",,b=\"2\"}", "{a=\"1\",a=\"2\"}", "{a=\"1\"} x")] string selector)
    {
        byte[] message = Push.ProtobufOf(
            Push.ProtobufStream("{app=\"good\"}", Push.ProtobufEntry(Scene.Now, "line")),
            Push.ProtobufStream(selector, Push.ProtobufEntry(Scene.Now, "line")));

        Assert.That(Scene.Sender.Snappy(message).Status, Is.EqualTo(400));
        Assert.That(Scene.Server.Stored, Is.Empty);
    }

    [TestCase("{}", "{}")]
    [TestCase(" { app = \"x\" , b=\"y\", } ", """{"app":"x","b":"y"}""")]
    [TestCase("{a=\" {=}, \"}", """{"a":" {=}, "}""")]
    [TestCase("{a=\"\\\\\\\"\\n\\t\\r\\a\\b\\f\\v\\u00e9\\U0001F600\"}", """{"a":"\\\"\n\t\r\u0007\b\f\u000bé😀"}""")]
    [TestCase("{b=\"2\", a=\"1\", c=\"\"}", """{"a":"1","b":"2"}""")]
    public void Selector_Good_IsRead(string selector, string labels)
    {
        Assert.That(Scene.Sender.Snappy(Push.Protobuf(Scene.Now, selector: selector)), Is.EqualTo((204, "")));
        Assert.That(Scene.Server.Stored.Single().Labels, Is.EqualTo(JsonSerializer.Deserialize<Dictionary<string, string>>(labels)));
    }

    [TestCase("""{"service":"s","app":"a"}""", "s")]
    [TestCase("""{"application":"b","app_name":"c"}""", "b")]
    [TestCase("""{"name":"n","level":"INFORMATION"}""", "n")]
    [TestCase("""{"service_name":"own","service":"s"}""", "own")]
    public void ServiceName_ComesFromTheFirstKnownLabel(string labels, string service)
    {
        Scene.Sender.Json(Push.Json(Scene.Now, labels: labels));

        Assert.That(Scene.Server.Stored.Single().ServiceName, Is.EqualTo(service));
    }

    [TestCase("""{"level":"Warning"}""", "line", null, "warn")]
    [TestCase("""{"app":"x"}""", "line", """{"level":"FATAL"}""", "fatal")]
    [TestCase("""{"app":"x"}""", """{"level":"Information"}""", null, "info")]
    [TestCase("""{"level":"critical"}""", """{"level":"info"}""", null, "critical")]
    [TestCase("""{"level":"loud"}""", "line", null, "loud")]
    [TestCase("""{"app":"x"}""", "{no json}", null, "unknown")]
    [TestCase("""{"level":"warning"}""", "line", """{"detected_level":"mine"}""", null)]
    public void DetectedLevel_ComesFromLabelMetadataOrJson(string labels, string line, string? metadata, string? level)
    {
        Assert.That(Scene.Sender.Json(Push.Json(Scene.Now, line, labels, metadata)).Status, Is.EqualTo(204));

        Assert.That(Scene.Server.Stored.Single().DetectedLevel, Is.EqualTo(level));
    }

    private string Good() => Push.JsonStream("""{"app":"good"}""", Push.JsonEntry(Scene.Now, "good"));

    private void AssertOwnStream(Dictionary<string, string> labels, int status, string why)
    {
        (int answered, string body) = Scene.Sender.Json(Push.JsonOf(
            Push.JsonStream(JsonSerializer.Serialize(labels), Push.JsonEntry(Scene.Now, "doubtful")), Good()));

        Assert.That(answered, Is.EqualTo(status), body);
        Assert.That(Scene.Lines, Is.EqualTo(status == 204 ? new[] { "doubtful", "good" } : ["good"]));
        if (status != 204)
        {
            Assert.That(body, Does.Contain(why));
        }
    }
}
