using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Layouts, filters and handlers of the client that call the very appender they belong to, in the middle of a push.</summary>
[Category("Loki")]
internal sealed class ReentranceTests : FolderTests
{
    public enum Call
    {
        ActivateOptions,
        Append,
        AppendArray,
        Flush,
        Close,
    }

    [Test]
    public void DoAppend_SomethingOfTheAppenderCallsIt_NothingHangsAndEveryLineIsCounted(
        [Values] bool isFilter, [Values] Call call, [Values("array", "alone", "forwarder")] string way)
    {
        int calls = 0;
        LokiScene? scene = null;
        using LokiScene made = new(appender =>
        {
            appender.AddLabel(new LokiField { Name = "thread", Property = "log4net:HostName" });
            if (!isFilter)
            {
                appender.Layout = new DelegatingLayout((writer, loggingEvent) =>
                {
                    CallOnce(loggingEvent);
                    writer.Write(loggingEvent.RenderedMessage);
                });
            }
            else
            {
                appender.AddFilter(new DelegatingFilter(loggingEvent =>
                {
                    CallOnce(loggingEvent);
                    return FilterDecision.Neutral;
                }));
            }
        });
        scene = made;

        LoggingEvent[] events = [.. Enumerable.Range(0, 10).Select(i => made.Event($"line {i}"))];
        ILog log = way == "forwarder" ? made.Log(new AsyncBufferingForwardingAppender()) : made.Log();
        Action send = way == "array" ? () => made.Send(events) : () => Array.ForEach(events, log.Logger.Log);
        Eventually.Returns(send, "the log calls");
        Eventually.Holds(() => Volatile.Read(ref calls) == 1, "it is called");
        Eventually.Holds(() => made.Appender.Statistics is { InFlight: 0, Received: >= 10 }, "every line is counted");
        bool adds = call is Call.Append or Call.AppendArray;
        if (call != Call.Close)
        {
            // A forwarder takes nothing from its own worker, and counts it as dropped: each such line would lead to the next.
            Eventually.Holds(() => made.Lines.Count == (adds && way != "alone" ? 11 : 10), "all lines arrive");
            Assert.That(made.Errors.Errors, Is.Empty);
        }

        Eventually.Returns(made.Appender.Close, "Close");
        LokiStatistics end = made.Appender.Statistics;
        Assert.That(end.Received, Is.EqualTo(adds ? 11 : 10));
        Assert.That((end.InFlight, end.Delivered + end.Dropped), Is.EqualTo((0L, end.Received)));
        Assert.That(end.Delivered, Is.EqualTo(made.Lines.Count));

        void CallOnce(LoggingEvent loggingEvent)
        {
            if (loggingEvent.RenderedMessage == "line 3" && Interlocked.Increment(ref calls) == 1)
            {
                Make(call, scene!);
            }
        }
    }

    /// <summary>Otherwise each would be called for ever.</summary>
    [Test]
    public void DoAppend_TheFilterAndTheErrorHandlerOfAClosedAppenderAppendToIt_EveryLineIsCounted()
    {
        LokiScene? scene = null;
        using LokiScene made = new(appender => appender.AddFilter(new DelegatingFilter(_ =>
        {
            scene?.Send("of the filter");
            return FilterDecision.Neutral;
        })));
        made.Appender.ErrorHandler = new DelegatingErrorHandler(_ => made.Send("of the handler"));
        made.Appender.Close();
        scene = made;

        made.Send("outer");

        Assert.That(made.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 0, 0, 3, 0, 0)));
    }

    /// <summary>The push waits for the handler, which runs on a thread of the pool, and so does a lane.</summary>
    [TestCase(Call.Close, false)]
    [TestCase(Call.Close, true)]
    [TestCase(Call.ActivateOptions, false)]
    [TestCase(Call.ActivateOptions, true)]
    [TestCase(Call.AppendArray, false)]
    [TestCase(Call.Flush, false)]
    [TestCase(Call.Flush, true)]
    public void Send_AHandlerOfTheClientCallsTheAppender_ReturnsAndEveryLineIsCounted(Call call, bool onLane)
    {
        LokiScene? scene = null;
        using ClientAnswers handler = new(number =>
        {
            if (number == (onLane ? 2 : 1))
            {
                Make(call, scene!);
            }

            return Task.FromResult(onLane && number == 1 ? HttpStatusCode.ServiceUnavailable : HttpStatusCode.NoContent);
        });
        using LokiScene made = new(handler: handler, configure: appender =>
            (appender.CloseTimeout, appender.TenantProperty) = (-1, onLane ? "tenant" : null));
        scene = made;

        Eventually.Returns(() => made.Send("outer"), "the push");
        LokiStatistics counted = call == Call.AppendArray ? new(2, 1, 0, 1, 0, 0) : new(1, 1, 0, 0, 0, 0);
        Eventually.Holds(() => made.Appender.Statistics.Equals(counted), "it arrives, and the inner one is dropped");
        Eventually.Returns(made.Appender.Close, "the end");
        Assert.That(handler.Requests, Is.EqualTo(onLane ? 2 : 1), "nothing was thrown in the handler");
    }

    [Test]
    public void DoAppend_IsInterruptedWhileItWaits_ThrowsNothingAndTheLinesArrive([Values] bool forAnotherPush)
    {
        TaskCompletionSource gate = new();
        using LokiScene scene = new();
        scene.Server.Fault = forAnotherPush ? Fault.Held(gate.Task) : Fault.Status(503);
        using BackgroundCall<bool> first = scene.Sending("first");
        Eventually.Holds(() => forAnotherPush ? scene.Appender.Statistics.Received == 1 : scene.Appender.IsWaiting, "the first waits");
        using BackgroundCall<bool> second = scene.Sending("second");
        second.AwaitBlocked();

        (forAnotherPush ? second : first).Interrupt();
        scene.Server.Fault = null;
        gate.SetResult();

        Assert.That((first.Result, second.Result), Is.EqualTo((true, true)));
        Assert.That(scene.Lines, Is.EqualTo(["first", "second"]));
    }

    /// <summary>Several times: what the client logs with one push would be in the next. Another thread sends pushes on disk.</summary>
    [Test]
    [Demand("L14")]
    public void Push_TheClientLogsIntoTheSameLog_NothingOfThatIsStored(
        [Values] LokiEncoding encoding, [Values("alone", "behind a forwarder", "from disk")] string way)
    {
        const int Rounds = 3;
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

    private static void Make(Call call, LokiScene scene)
    {
        Action made = call switch
        {
            Call.ActivateOptions => scene.Appender.ActivateOptions,
            Call.Append => () => scene.Appender.DoAppend(scene.Event("inner")),
            Call.AppendArray => () => scene.Send("inner"),
            Call.Flush => () => Assert.That(scene.Appender.Flush(-1), Is.False),
            _ => scene.Appender.Close,
        };
        made();
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
