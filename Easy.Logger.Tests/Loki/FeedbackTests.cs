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

    /// <summary>Several times, so that what the client logs with one push would be in the next one.</summary>
    [Test]
    [Demand("L14")]
    public void Push_TheClientLogsIntoTheSameLog_NothingOfThatIsStored([Values] LokiEncoding encoding, [Values] bool isAlone)
    {
        using LokiScene scene = new(appender => appender.Client = _client, encoding);
        AsyncBufferingForwardingAppender forwarder = new();
        ILog log = _handler.Log = isAlone ? scene.Log() : scene.Log(forwarder);

        for (int i = 0; i < Rounds; i++)
        {
            log.Info($"{i}");
            Assert.That(isAlone ? scene.Appender.Flush(30_000) : forwarder.Flush(30_000), Is.True);
        }

        scene.Shutdown();

        Assert.That(scene.Lines, Is.EqualTo(Enumerable.Range(0, Rounds).Select(i => $"{i}")));
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(Rounds), "no push is about another");
        Assert.That(_handler.Lines, Is.EqualTo(Rounds * ChattyHandler.LinesPerRequest), "else this tests nothing");
        Assert.That(forwarder.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(isAlone ? 0 : _handler.Lines));
        Assert.That((forwarder.Statistics.Forwarded, forwarder.Statistics.Pending), Is.EqualTo((isAlone ? 0L : Rounds, 0L)));
    }

    /// <summary>What waits on disk is sent by another thread.</summary>
    [Test]
    [Demand("L14")]
    public void FromDisk_NothingOfTheClientsIsStored()
    {
        using TempFolder folder = new();
        using LokiScene scene = new(
            appender =>
            {
                appender.Client = _client;
                appender.SpillPath = folder.Path;
            },
            time: new ManualTimeProvider());
        AsyncBufferingForwardingAppender forwarder = new();
        ILog log = _handler.Log = scene.Log(forwarder);
        scene.Server.Pause();
        log.Info("from disk");
        Eventually.Holds(() => scene.Appender.Statistics.Spilled == 1, "the line is on disk");

        scene.Server.Resume();
        scene.Flush();
        scene.Shutdown();

        Assert.That(scene.Lines, Is.EqualTo(["from disk"]));
        Assert.That(_handler.Lines, Is.GreaterThanOrEqualTo(4), "else this tests nothing");
    }

    /// <summary>
    /// Logs before a request and after it: at once, behind an await, and on another thread. Handlers that fetch tokens or write traces are
    /// only asynchronous, too.
    /// </summary>
    private sealed class ChattyHandler() : DelegatingHandler(new SocketsHttpHandler())
    {
        public const int LinesPerRequest = 4;

        private int _lines;

        public ILog? Log { get; set; }

        public int Lines => Volatile.Read(ref _lines);

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Chat("before");
            Thread thread = new(() => Chat("on another thread"));
            thread.Start();
            thread.Join();
            try
            {
                return await base.SendAsync(request, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                Chat("after");
                await Task.Yield();
                Chat("behind an await");
            }
        }

        private void Chat(string what)
        {
            Log!.Warn($"request: {what}");
            Interlocked.Increment(ref _lines);
        }
    }
}
