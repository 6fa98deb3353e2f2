using System.Net;
using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>What requests meet when the server is told not to be honest.</summary>
[Category("Loki")]
internal sealed class FaultTests
{
    private readonly ServerScene _scene = new();

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    public void Queue_SomeFaults_AreMetInOrderAndOnlyOnce()
    {
        _scene.Server.Faults.Enqueue(Fault.Status(503, "busy"), null, Fault.Blocked());

        Assert.That(Send("one"), Is.EqualTo((503, "busy")));
        Assert.That(Send("two"), Is.EqualTo((204, "")));
        Assert.That(Send("three").Status, Is.EqualTo(260));
        Assert.That(_scene.Server.Faults.Count, Is.Zero);
        Assert.That(Send("four"), Is.EqualTo((204, "")));
        Assert.That(_scene.Lines, Is.EqualTo(new[] { "two", "four" }));
        Assert.That(
            _scene.Server.Requests.Select(request => (request.Status, request.Entries)),
            Is.EqualTo(new (int?, int)[] { (503, 1), (204, 1), (260, 1), (204, 1) }));
    }

    [Test]
    public void Sticky_UntilCleared_IsMetByAll()
    {
        _scene.Server.Fault = Fault.Status(500);
        _scene.Server.Faults.Enqueue(Fault.Status(429));

        Assert.That(Enumerable.Range(0, 3).Select(i => Send($"{i}").Status), Is.EqualTo(new[] { 429, 500, 500 }));
        _scene.Server.Fault = null;

        Assert.That(Send("honest").Status, Is.EqualTo(204));
        Assert.That(_scene.Lines, Is.EqualTo(new[] { "honest" }));
    }

    [Test]
    public void Status_WithHeaders_HasThem()
    {
        using SocketsHttpHandler handler = new() { AllowAutoRedirect = false };
        using HttpClient client = new(handler);
        _scene.Server.Faults.Enqueue(
            Fault.Status(429, "{}", retryAfter: "7", contentType: "application/json"), Fault.Redirect("http://127.0.0.1:1/login"),
            Fault.LoginPage());

        using HttpResponseMessage limited = Post(client);
        using HttpResponseMessage redirect = Post(client);
        using HttpResponseMessage login = Post(client);

        Assert.Multiple(() =>
        {
            Assert.That(limited.Headers.RetryAfter?.Delta, Is.EqualTo(TimeSpan.FromSeconds(7)));
            Assert.That(limited.Content.Headers.ContentType?.MediaType, Is.EqualTo("application/json"));
            Assert.That(
                (redirect.StatusCode, redirect.Headers.Location), Is.EqualTo((HttpStatusCode.Found, new Uri("http://127.0.0.1:1/login"))));
            Assert.That((login.StatusCode, login.Content.Headers.ContentType?.MediaType), Is.EqualTo((HttpStatusCode.OK, "text/html")));
        });
    }

    [Test]
    public void Grpc_Fault_IsTrailersOnly()
    {
        _scene.Server.Faults.Enqueue(Fault.Grpc(429, "slow\ndown"), Fault.Status(503, "proxy"));

        GrpcAnswer limited = _scene.Sender.Grpc(Push.Protobuf(_scene.Now));
        GrpcAnswer proxy = _scene.Sender.Grpc(Push.Protobuf(_scene.Now));

        Assert.That(
            (limited.HttpStatus, limited.Status, limited.Message, limited.TrailersOnly), Is.EqualTo((200, 429, "slow\ndown", true)));
        Assert.That((proxy.HttpStatus, proxy.Status), Is.EqualTo((503, (int?)null)));
        Assert.That(_scene.Server.Requests.Select(request => request.GrpcStatus), Is.EqualTo(new int?[] { 429, null }));
        Assert.That(_scene.Server.Stored, Is.Empty);
    }

    [TestCase(false)]
    [TestCase(true)]
    public void Reset_EitherPort_BreaksTheConnection(bool grpc)
    {
        _scene.Server.Faults.Enqueue(Fault.Reset());

        Assert.That(() => Send(grpc), Throws.InstanceOf<HttpRequestException>());
        Assert.That(_scene.Server.Requests.Single().Status, Is.Null);
        Assert.That(() => Send(grpc), Throws.Nothing);
        Assert.That(_scene.Lines, Is.EqualTo(new[] { "line" }));
    }

    [TestCase(false, false)]
    [TestCase(false, true)]
    [TestCase(true, false)]
    [TestCase(true, true)]
    public void Hang_UntilTheServerEnds_AnswersNothing(bool stores, bool grpc)
    {
        _scene.Server.Fault = stores ? Fault.StoreThenHang() : Fault.Hang();
        using BackgroundCall<bool> call = new(() =>
        {
            Send(grpc);
            return true;
        });

        _scene.Server.WaitForRequests(1);
        Assert.That(call.IsDone, Is.False);
        _scene.Server.Pause();

        Assert.That(() => call.Result, Throws.InstanceOf<HttpRequestException>());
        Assert.That(_scene.Server.Stored, Has.Count.EqualTo(stores ? 1 : 0));
        Assert.That(
            _scene.Server.Requests.Single(),
            Has.Property(nameof(ReceivedRequest.Status)).Null.And.Property(nameof(ReceivedRequest.Entries)).EqualTo(1));
    }

    [Test]
    public void Hang_ClientGivesUp_ServerGoesOn()
    {
        using HttpClient client = new();
        using CancellationTokenSource patience = new();
        _scene.Server.Faults.Enqueue(Fault.StoreThenHang());
        using BackgroundCall<HttpResponseMessage> call = new(() => Post(client, patience.Token));

        _scene.Server.WaitForEntries(1);
        patience.Cancel();

        Assert.That(() => call.Result, Throws.InstanceOf<OperationCanceledException>());
        Assert.That(Send("after").Status, Is.EqualTo(204));
    }

    [Test]
    public void Held_UntilTheTaskEnds_ThenIsAsEver()
    {
        TaskCompletionSource gate = new();
        _scene.Server.Faults.Enqueue(Fault.Held(gate.Task));
        using BackgroundCall<(int, string)> call = new(() => Send("held"));
        Eventually.Holds(() => _scene.Server.Faults.Count == 0, "the request is held");

        Assert.That(_scene.Server.Stored, Is.Empty);
        gate.SetResult();

        Assert.That(call.Result, Is.EqualTo((204, "")));
        Assert.That(_scene.Lines, Is.EqualTo(new[] { "held" }));
    }

    [Test]
    public void Slow_ByALittle_IsAsEver()
    {
        _scene.Server.Fault = Fault.Slow(TimeSpan.FromMilliseconds(1));

        Assert.That(Send("slow"), Is.EqualTo((204, "")));
        Assert.That(_scene.Lines, Is.EqualTo(new[] { "slow" }));
    }

    private (int Status, string Body) Send(string line) => _scene.Sender.Json(Push.Json(_scene.Now, line));

    private void Send(bool grpc)
    {
        if (grpc)
        {
            _ = _scene.Sender.Grpc(Push.Protobuf(_scene.Now));
        }
        else
        {
            _ = Send("line");
        }
    }

    private HttpResponseMessage Post(HttpClient client, CancellationToken cancelled = default) =>
        PostAsync(client, cancelled).GetAwaiter().GetResult();

    private async Task<HttpResponseMessage> PostAsync(HttpClient client, CancellationToken cancelled)
    {
        using StringContent content = new(Push.Json(_scene.Now), System.Text.Encoding.UTF8, "application/json");
        return await client.PostAsync(_scene.Sender.PushUrl, content, cancelled);
    }
}
