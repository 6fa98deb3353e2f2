using Easy.Logger.Loki;

namespace Easy.Logger.Tests.Loki;

/// <summary>A client that logs what it does into the log that it sends.</summary>
[Category("Loki")]
internal sealed class FeedbackTests
{
    private const int Rounds = 3;

    private readonly ChattyHandler _handler = new();
    private HttpClient? _client;

    [SetUp]
    public void Start() => _client = new HttpClient(_handler);

    [TearDown]
    public void End() => _client?.Dispose();

    [Test]
    [Demand("L14")]
    public void BehindAForwarder_NothingOfTheClientsIsStored([Values] LokiEncoding encoding)
    {
        using LokiScene scene = Scene(encoding);
        AsyncBufferingForwardingAppender forwarder = new();
        _handler.Log = scene.Log(forwarder);

        AssertOnlyOurs(scene, () => forwarder.Flush(30_000));

        Assert.That(forwarder.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(_handler.Lines));
        Assert.That(forwarder.Statistics.Forwarded, Is.EqualTo(Rounds));
        Assert.That(forwarder.Statistics.Pending, Is.Zero);
    }

    [Test]
    [Demand("L14")]
    public void Alone_NothingOfTheClientsIsStored([Values] LokiEncoding encoding)
    {
        using LokiScene scene = Scene(encoding);
        _handler.Log = scene.Log();

        AssertOnlyOurs(scene, () => scene.Appender.Flush(30_000));
    }

    /// <summary>What waits on disk is sent by another thread.</summary>
    [Test]
    [Demand("L14")]
    public void FromDisk_NothingOfTheClientsIsStored()
    {
        using TempFolder folder = new();
        ManualTimeProvider time = new();
        using LokiScene scene = Scene(LokiEncoding.Json, appender => appender.SpillPath = folder.Path, time);
        AsyncBufferingForwardingAppender forwarder = new();
        ILog log = _handler.Log = scene.Log(forwarder);
        scene.Server.Pause();
        log.Info("from disk");
        Eventually.Holds(() => scene.Appender.Statistics.Spilled == 1, "the line is on disk");

        scene.Server.Resume();
        using BackgroundCall<bool> call = new(() => scene.Appender.Flush(30_000));
        LokiScene.PassTime(time, call, TimeSpan.FromSeconds(1));
        scene.Shutdown();

        Assert.That(call.Result, Is.True);
        Assert.That(scene.Lines, Is.EqualTo(["from disk"]));
        Assert.That(_handler.Lines, Is.GreaterThanOrEqualTo(4), "else this tests nothing");
    }

    private LokiScene Scene(LokiEncoding encoding, Action<LokiAppender>? configure = null, TimeProvider? time = null) => new(
        appender =>
        {
            appender.Client = _client;
            configure?.Invoke(appender);
        },
        encoding,
        time: time);

    /// <summary>Several times, so that what the client logs with one push would be in the next one.</summary>
    private void AssertOnlyOurs(LokiScene scene, Func<bool> flush)
    {
        for (int i = 0; i < Rounds; i++)
        {
            _handler.Log!.Info($"{i}");
            Assert.That(flush(), Is.True);
        }

        scene.Shutdown();

        Assert.That(scene.Lines, Is.EqualTo(Enumerable.Range(0, Rounds).Select(i => $"{i}")));
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(Rounds), "no push is about another");
        Assert.That(_handler.Lines, Is.EqualTo(Rounds * ChattyHandler.LinesPerRequest), "else this tests nothing");
    }

    /// <summary>Logs before a request and after it: at once, behind an await, and on another thread.</summary>
    private sealed class ChattyHandler() : DelegatingHandler(new SocketsHttpHandler())
    {
        public const int LinesPerRequest = 4;

        private int _lines;

        public ILog? Log { get; set; }

        public int Lines => Volatile.Read(ref _lines);

        protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Chat("before");
            ChatOnAnotherThread();
            try
            {
                return base.Send(request, cancellationToken);
            }
            finally
            {
                Chat("after");
                ChatLaterAsync().GetAwaiter().GetResult();
            }
        }

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Chat("before");
            ChatOnAnotherThread();
            try
            {
                return await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                Chat("after");
                await ChatLaterAsync().ConfigureAwait(false);
            }
        }

        private void Chat(string what)
        {
            Log!.Warn($"request: {what}");
            Interlocked.Increment(ref _lines);
        }

        private void ChatOnAnotherThread()
        {
            Thread thread = new(() => Chat("on another thread"));
            thread.Start();
            thread.Join();
        }

        private async Task ChatLaterAsync()
        {
            await Task.Yield();
            Chat("behind an await");
        }
    }
}
