using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>A client that logs what it does into the log that it sends.</summary>
[Category("Loki")]
internal sealed class FeedbackTests : FolderTests
{
    private const int Rounds = 3;

    /// <summary>
    /// Several times, so that what the client logs with one push would be in the next one. Pushes on disk are sent by another thread.
    /// </summary>
    [Test]
    [Demand("L14")]
    public void Push_TheClientLogsIntoTheSameLog_NothingOfThatIsStored(
        [Values] LokiEncoding encoding, [Values("alone", "behind a forwarder", "from disk")] string way)
    {
        using ChattyHandler handler = new();
        using LokiScene scene = new(appender => appender.SpillPath = way == "from disk" ? Folder.Path : null, encoding, handler: handler);
        scene.Server.Faults.Enqueue(way == "from disk" ? [Fault.Reset()] : []);
        AsyncBufferingForwardingAppender forwarder = new();
        ILog log = handler.Log = way == "alone" ? scene.Log() : scene.Log(forwarder);

        for (int i = 0; i < Rounds; i++)
        {
            log.Info($"{i}");
            Assert.That(forwarder.Flush(30_000) && scene.Appender.Flush(30_000), Is.True);
        }

        scene.Shutdown();

        Assert.That(scene.Lines, Is.EqualTo(Enumerable.Range(0, Rounds).Select(i => $"{i}")));
        Assert.That(scene.Server.Requests, Has.Count.EqualTo(way == "from disk" ? Rounds + 1 : Rounds), "no push is about another");
        Assert.That(handler.Lines, Is.EqualTo(scene.Server.Requests.Count * ChattyHandler.LinesPerRequest), "else this tests nothing");
        Assert.That(forwarder.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(way == "alone" ? 0 : handler.Lines));
        Assert.That((forwarder.Statistics.Forwarded, forwarder.Statistics.Pending), Is.EqualTo((way == "alone" ? 0L : Rounds, 0L)));
    }

    /// <summary>Logs before a request and after it: at once, behind an await, on another thread. Has no synchronous way, as many.</summary>
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
