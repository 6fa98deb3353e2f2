using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>
/// Layouts, filters and error handlers of the application that call the very appender they belong to, in the middle of a push.
/// </summary>
[Category("Loki")]
internal sealed class ReentranceTests
{
    public enum Caller
    {
        Layout,
        Filter,
    }

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
        [Values] Caller caller, [Values] Call call, [Values("array", "alone", "forwarder")] string way)
    {
        int calls = 0;
        LokiScene? scene = null;
        using LokiScene made = new(appender =>
        {
            appender.AddLabel(new LokiField { Name = "thread", Property = "log4net:HostName" });
            if (caller == Caller.Layout)
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

        Eventually.Returns(() => SendTen(made, way), "the log calls");
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

    [Test]
    public void DoAppend_AFilterOfAClosedAppenderAppendsToIt_TheLineIsCounted()
    {
        LokiScene? scene = null;
        using LokiScene made = new(appender => appender.AddFilter(new DelegatingFilter(_ =>
        {
            scene?.Appender.DoAppend(scene.Event("inner"));
            return FilterDecision.Neutral;
        })));
        made.Appender.Close();
        scene = made;

        made.Appender.DoAppend(made.Event("outer"));

        Assert.That(made.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2, 0, 0)));
    }

    [Test]
    public void DoAppend_TheErrorHandlerAppendsToTheAppender_TheLinesAreCounted([Values] bool isArray)
    {
        using LokiScene scene = new();
        Handler handler = new();
        scene.Appender.ErrorHandler = handler;
        handler.Called = () =>
        {
            if (isArray)
            {
                scene.Send("inner");
            }
            else
            {
                scene.Appender.DoAppend(scene.Event("inner"));
            }
        };
        scene.Appender.Close();

        scene.Send("outer");

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2, 0, 0)));
    }

    /// <summary>It runs on a thread of the pool, for which the sending thread waits.</summary>
    [Test]
    public void DoAppend_AHandlerOfTheClientAppendsAnArray_ReturnsAndTheLineIsCounted()
    {
        LokiScene? scene = null;
        using ClientAnswers handler = new(number =>
        {
            if (number == 1)
            {
                scene!.Send("inner");
            }

            return Task.FromResult(HttpStatusCode.NoContent);
        });
        using HttpClient client = new(handler);
        using LokiScene made = new(appender => appender.Client = client);
        scene = made;

        Eventually.Returns(() => made.Send("outer"), "the push");

        Assert.That(made.Appender.Flush(30_000), Is.True);
        Assert.That(made.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 0, 1, 0, 0)));
    }

    [Test]
    public void DoAppend_IsInterruptedWhileAnotherThreadSends_ThrowsNothingAndTheLineArrives()
    {
        TaskCompletionSource gate = new();
        using LokiScene scene = new();
        scene.Server.Fault = Fault.Held(gate.Task);
        using BackgroundCall<bool> first = scene.Sending("first");
        Eventually.Holds(() => scene.Appender.Statistics.Received == 1, "a push is under way");
        using BackgroundCall<bool> second = scene.Sending("second");
        second.AwaitBlocked();

        second.Interrupt();
        scene.Server.Fault = null;
        gate.SetResult();

        Assert.That(second.Result, Is.True);
        Assert.That(scene.Lines, Is.EqualTo(["first", "second"]));
    }

    private static void SendTen(LokiScene scene, string way)
    {
        LoggingEvent[] events = [.. Enumerable.Range(0, 10).Select(i => scene.Event($"line {i}"))];
        if (way == "array")
        {
            scene.Send(events);
        }
        else
        {
            ILog log = way == "alone" ? scene.Log() : scene.Log(new AsyncBufferingForwardingAppender());
            Array.ForEach(events, loggingEvent => log.Logger.Log(loggingEvent));
        }
    }

    private static void Make(Call call, LokiScene scene)
    {
        switch (call)
        {
            case Call.ActivateOptions:
                scene.Appender.ActivateOptions();
                break;
            case Call.Append:
                scene.Appender.DoAppend(scene.Event("inner"));
                break;
            case Call.AppendArray:
                scene.Send("inner");
                break;
            case Call.Flush:
                scene.Appender.Flush(-1);
                break;
            default:
                scene.Appender.Close();
                break;
        }
    }

    private sealed class Handler : IErrorHandler
    {
        public Action? Called { get; set; }

        public void Error(string message) => Called?.Invoke();

        public void Error(string message, Exception? e) => Error(message);

        public void Error(string message, Exception? e, ErrorCode errorCode) => Error(message);
    }
}
