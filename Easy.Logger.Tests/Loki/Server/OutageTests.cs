using System.Net.Sockets;
using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>A server that goes and comes back, and who waits for it.</summary>
[Category("Loki")]
internal sealed class OutageTests
{
    private readonly ServerScene _scene = new();

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    public void Pause_ThenResume_SamePortsAndWhatWasStored()
    {
        Uri url = _scene.Server.Url;
        Assert.That(_scene.Sender.Json(Push.Json(_scene.Now, "before")).Status, Is.EqualTo(204));

        for (int i = 0; i < 3; i++)
        {
            _scene.Server.Pause();
            Assert.That(Refused(() => _scene.Sender.Json(Push.Json(_scene.Now))), Is.EqualTo(SocketError.ConnectionRefused));
            Assert.That(Refused(() => _scene.Sender.Grpc(Push.Protobuf(_scene.Now))), Is.EqualTo(SocketError.ConnectionRefused));
            _scene.Server.Resume();
            Assert.That(_scene.Sender.Json(Push.Json(_scene.Now, $"http {i}")).Status, Is.EqualTo(204));
            Assert.That(_scene.Sender.Grpc(Push.Protobuf(_scene.Now, $"grpc {i}")).Status, Is.Zero);
        }

        Assert.That(_scene.Server.Url, Is.EqualTo(url));
        Assert.That(_scene.Lines, Is.EqualTo(new[] { "before", "http 0", "grpc 0", "http 1", "grpc 1", "http 2", "grpc 2" }));
    }

    [Test]
    public void PauseAndResume_Twice_AreOne()
    {
        _scene.Server.Pause();
        _scene.Server.Pause();
        _scene.Server.Resume();
        _scene.Server.Resume();

        Assert.That(_scene.Sender.Json(Push.Json(_scene.Now)).Status, Is.EqualTo(204));
    }

    [Test]
    public void WaitForEntries_LaterOnes_Returns()
    {
        using BackgroundCall<bool> wait = new(() =>
        {
            _scene.Server.WaitForEntries(2);
            return true;
        });
        wait.AwaitBlocked();
        _scene.Sender.Json(Push.Json(_scene.Now, "one"));
        wait.AwaitBlocked();
        Assert.That(wait.IsDone, Is.False);

        _scene.Sender.Json(Push.Json(_scene.Now, "two"));

        Assert.That(wait.Result, Is.True);
    }

    [Test]
    public void WaitForEntries_NeverComing_SaysWhatWasAnswered()
    {
        _scene.Sender.Json("{}");

        Assert.That(
            () => _scene.Server.WaitForEntries(1, TimeSpan.FromMilliseconds(20)),
            Throws.InstanceOf<TimeoutException>().With.Message.Contains("0 of 1 line(s)").And.Message.Contains("422"));
    }

    [Test]
    public void Senders_Several_EveryLineIsStoredOnce()
    {
        const int Threads = 4;
        const int Lines = 50;
        Parallel.For(0, Threads, thread =>
        {
            using RawSender sender = new(_scene.Server.Url, _scene.Server.GrpcUrl);
            for (int i = 0; i < Lines; i++)
            {
                _ = thread % 2 == 0
                    ? sender.Json(Push.Json(_scene.Now, $"{thread} {i}")).Status
                    : sender.Grpc(Push.Protobuf(_scene.Now, $"{thread} {i}")).Status;
            }
        });

        _scene.Server.WaitForEntries(Threads * Lines);
        Assert.That(
            _scene.Lines,
            Is.EquivalentTo(from thread in Enumerable.Range(0, Threads) from i in Enumerable.Range(0, Lines) select $"{thread} {i}"));
    }

    [Test]
    public void Clock_NotGiven_IsTheSystems()
    {
        using ContractServer server = ContractServer.Start();
        using RawSender sender = new(server.Url, server.GrpcUrl);
        long now = (TimeProvider.System.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks * 100;

        Assert.That(sender.Json(Push.Json(now)).Status, Is.EqualTo(204));
        Assert.That(sender.Json(Push.Json(now + ServerScene.Nanoseconds(TimeSpan.FromMinutes(11)))).Status, Is.EqualTo(400));
    }

    private static SocketError? Refused(Action send) =>
        (Assert.Catch<HttpRequestException>(() => send())?.InnerException as SocketException)?.SocketErrorCode;
}
