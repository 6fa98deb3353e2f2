using System.Text.Json;
using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>Which lines are refused while the rest of their request is stored.</summary>
[Category("Loki")]
internal sealed class EntryTests : SceneTests<ServerScene>
{
    private static readonly TimeSpan _tick = TimeSpan.FromTicks(1);

    [TestCase(262_144, 204)]
    [TestCase(262_145, 400)]
    public void Line_Long_RestIsStored(int length, int status) =>
        AssertRestIsStored(Push.JsonEntry(Scene.Now, new string('x', length)), status, "Max entry size '262144' bytes exceeded");

    [Test]
    public void Line_LongInBytes_RestIsStored() =>
        AssertRestIsStored(Push.JsonEntry(Scene.Now, new string('é', 131_073)), 400, "Max entry size '262144' bytes exceeded");

    [TestCase(0, 204)]
    [TestCase(1, 400)]
    public void Time_SevenDaysAgo_OlderIsRefused(int ticks, int status)
    {
        long time = Scene.Now - ServerScene.Nanoseconds(TimeSpan.FromDays(7) + (ticks * _tick));

        AssertRestIsStored(Push.JsonEntry(time), status, "timestamp too old",
            rest: Push.JsonStream("""{"app":"other"}""", Push.JsonEntry(Scene.Now, "rest")));
    }

    [TestCase(0, 204)]
    [TestCase(1, 400)]
    public void Time_TenMinutesAhead_NewerIsRefused(int ticks, int status) => AssertRestIsStored(
        Push.JsonEntry(Scene.Now + ServerScene.Nanoseconds(TimeSpan.FromMinutes(10) + (ticks * _tick))), status, "timestamp too new");

    [Test]
    public void Time_ClockGoesOn_WhatWasTooNewIsTaken()
    {
        string json = Push.Json(Scene.Now + ServerScene.Nanoseconds(TimeSpan.FromMinutes(11)));
        Assert.That(Scene.Sender.Json(json).Status, Is.EqualTo(400));

        Scene.Clock.Advance(TimeSpan.FromMinutes(1));

        Assert.That(Scene.Sender.Json(json).Status, Is.EqualTo(204));
    }

    [TestCase(0, 204)]
    [TestCase(1, 400)]
    public void Time_HourBehindTheNewestOfItsStream_OlderIsRefused(int ticks, int status)
    {
        Assert.That(Scene.Sender.Json(Push.Json(Scene.Now)).Status, Is.EqualTo(204));

        long behind = Scene.Now - ServerScene.Nanoseconds(TimeSpan.FromHours(1) + (ticks * _tick));
        (int answered, string body) = Scene.Sender.Json(Push.JsonOf(
            Push.JsonStream("""{"app":"x"}""", Push.JsonEntry(behind, "behind"), Push.JsonEntry(Scene.Now, "rest")),
            Push.JsonStream("""{"app":"y"}""", Push.JsonEntry(behind, "another stream"))));

        Assert.That(answered, Is.EqualTo(status), body);
        Assert.That(body.Contains("entry too far behind", StringComparison.Ordinal), Is.EqualTo(status == 400));
        Assert.That(
            Scene.Lines,
            Is.EqualTo(status == 204 ? new[] { "line", "behind", "rest", "another stream" } : ["line", "rest", "another stream"]));
    }

    [Test]
    public void Time_OutOfOrderWithinTheHour_IsStored()
    {
        string json = Push.JsonOf(Push.JsonStream("{}", Push.JsonEntry(Scene.Now, "later"), Push.JsonEntry(Scene.Now - 1, "earlier")));

        Assert.That(Scene.Sender.Json(json).Status, Is.EqualTo(204));
        Assert.That(Scene.Lines, Is.EqualTo(new[] { "later", "earlier" }));
    }

    [TestCase(128, 204)]
    [TestCase(129, 400)]
    public void Metadata_Many_RestIsStored(int count, int status) => AssertRestIsStored(
        Push.JsonEntry(Scene.Now, metadata: JsonSerializer.Serialize(Enumerable.Range(0, count).ToDictionary(i => $"k{i}", _ => "v"))),
        status,
        "too many structured metadata labels");

    [TestCase(65_535, 204)]
    [TestCase(65_536, 400)]
    public void Metadata_Large_RestIsStored(int length, int status) => AssertRestIsStored(
        Push.JsonEntry(Scene.Now, metadata: $$"""{"k":"{{new string('v', length)}}"}"""), status, "structured metadata too large");

    [Test]
    public void Metadata_Names_AreCleaned()
    {
        Scene.Sender.Json(Push.Json(Scene.Now, metadata: """{"trace.id":"1","User-Id":"2","plain_3":"3"}"""));

        Assert.That(
            Scene.Server.Stored.Single().Metadata,
            Is.EqualTo(new Dictionary<string, string> { ["trace_id"] = "1", ["User_Id"] = "2", ["plain_3"] = "3" }));
    }

    [Test]
    public void Line_Repeated_IsStoredOnce()
    {
        string same = Push.JsonEntry(Scene.Now, "same", """{"k":"v"}""");
        string[] other =
        [
            Push.JsonEntry(Scene.Now, "other"), Push.JsonEntry(Scene.Now + 1, "same", """{"k":"v"}"""),
            Push.JsonEntry(Scene.Now, "same", """{"k":"w"}""")
        ];
        Assert.That(Scene.Sender.Json(Push.JsonOf(Push.JsonStream("""{"a":"1","b":"2"}""", [same, same, .. other]))).Status,
            Is.EqualTo(204));

        Assert.That(Scene.Sender.Json(Push.JsonOf(Push.JsonStream("""{"b":"2","a":"1"}""", [same, .. other]))).Status, Is.EqualTo(204));
        Assert.That(Scene.Sender.Json(Push.JsonOf(Push.JsonStream("""{"a":"another"}""", same))).Status, Is.EqualTo(204));

        Assert.That(Scene.Lines, Is.EqualTo(new[] { "same", "other", "same", "same", "same" }));
    }

    [Test]
    public void Streams_None_IsUnprocessable([Values("{}", """{"streams":null}""", """{"streams":[]}""")] string json) =>
        Assert.That(Scene.Sender.Json(json).Status, Is.EqualTo(422));

    [TestCase("""{"streams":[{"stream":{"app":"x"},"values":[]}]}""")]
    [TestCase("""{"streams":[{"stream":{"app":"x"}}]}""")]
    public void Stream_WithoutLines_IsTaken(string json) => Assert.That(Scene.Sender.Json(json), Is.EqualTo((204, "")));

    /// <summary>Otherwise a test of an answer that is lost would be one of a push that is.</summary>
    [Test]
    public void StoreThenHang_UntilTheServerEnds_StoresAndAnswersNothing([Values] bool grpc)
    {
        Scene.Server.Fault = Fault.StoreThenHang();
        using BackgroundCall<int?> call = new(() =>
            grpc ? Scene.Sender.Grpc(Push.Protobuf(Scene.Now)).Status : Scene.Sender.Json(Push.Json(Scene.Now)).Status);

        Scene.Server.WaitForRequests(1);
        Assert.That(call.IsDone, Is.False);
        Scene.Server.Pause();

        Assert.That(() => call.Result, Throws.InstanceOf<HttpRequestException>());
        Assert.That(Scene.Server.Stored, Has.Count.EqualTo(1));
    }

    /// <summary>Otherwise what a test does while a push is under way would be done after it.</summary>
    [Test]
    public void Held_UntilTheTaskEnds_ThenIsAsEver()
    {
        TaskCompletionSource gate = new();
        Scene.Server.Faults.Enqueue(Fault.Held(gate.Task));
        using BackgroundCall<int> call = new(() => Scene.Sender.Json(Push.Json(Scene.Now, "held")).Status);
        Eventually.Holds(() => Scene.Server.Faults.Count == 0, "the request is held");

        Assert.That(Scene.Sender.Json(Push.Json(Scene.Now, "other")).Status, Is.EqualTo(204));
        gate.SetResult();

        Assert.That(call.Result, Is.EqualTo(204));
        Assert.That(Scene.Lines, Is.EqualTo(new[] { "other", "held" }));
    }

    private void AssertRestIsStored(string entry, int status, string why, string? rest = null)
    {
        (int answered, string body) = Scene.Sender.Json(Push.JsonOf(
            Push.JsonStream("""{"app":"x"}""", entry), rest ?? Push.JsonStream("""{"app":"x"}""", Push.JsonEntry(Scene.Now, "rest"))));

        Assert.That(answered, Is.EqualTo(status), body);
        Assert.That(Scene.Server.Stored, Has.Count.EqualTo(status == 204 ? 2 : 1));
        Assert.That(Scene.Lines.Last(), Is.EqualTo("rest"));
        if (status != 204)
        {
            Assert.That(body, Does.Contain(why));
        }
    }
}
