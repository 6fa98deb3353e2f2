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
        ErrorHandler,
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
        [Values(Caller.Layout, Caller.Filter)] Caller caller, [Values] Call call, [Values("array", "alone", "forwarder")] string way)
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

    [TestCase(Caller.Filter, Call.Append)]
    [TestCase(Caller.ErrorHandler, Call.Append)]
    [TestCase(Caller.ErrorHandler, Call.AppendArray)]
    public void DoAppend_SomethingOfAClosedAppenderAppendsToIt_TheLinesAreCounted(Caller caller, Call call)
    {
        LokiScene? scene = null;
        using LokiScene made = new(appender => appender.AddFilter(new DelegatingFilter(_ =>
        {
            if (scene is not null && caller == Caller.Filter)
            {
                Make(call, scene);
            }

            return FilterDecision.Neutral;
        })));
        made.Appender.ErrorHandler = caller == Caller.ErrorHandler ? new Handler(() => Make(call, made)) : made.Errors;
        made.Appender.Close();
        scene = made;

        Make(caller == Caller.Filter ? Call.Append : Call.AppendArray, made);

        Assert.That(made.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2, 0, 0)));
    }

    /// <summary>The push waits for the handler, which runs on a thread of the pool, and so does a lane.</summary>
    [TestCase(Call.Close, false)]
    [TestCase(Call.Close, true)]
    [TestCase(Call.ActivateOptions, false)]
    [TestCase(Call.ActivateOptions, true)]
    [TestCase(Call.AppendArray, false)]
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
    }

    /// <summary>A handler that leaves something running, as a cache that is filled behind a request.</summary>
    [Test]
    public void Flush_FromWhatAHandlerOfTheClientLeftRunning_WaitsAsAnyOther()
    {
        TaskCompletionSource isOver = new();
        Task<bool> left = Task.FromResult(false);
        LokiScene? scene = null;
        using ClientAnswers handler = new(_ =>
        {
            left = Task.Run(async () =>
            {
                await isOver.Task.ConfigureAwait(false);
                return scene!.Appender.Flush(30_000);
            });
            return Task.FromResult(HttpStatusCode.NoContent);
        });
        using LokiScene made = new(handler: handler);
        scene = made;

        made.Send("outer");
        isOver.SetResult();

        Assert.That(Eventually.Returns(() => left.Result, "the flush"), Is.True);
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

    [Test]
    public void CloseOrActivateOptions_OnAnInterruptedThreadWhileALineWaits_ThrowsNothingAndEveryLineIsCounted(
        [Values(Call.Close, Call.ActivateOptions)] Call call, [Values] bool hasFolder)
    {
        using TempFolder folder = new();
        using LokiScene scene = new(appender => (appender.TenantProperty, appender.CloseTimeout, appender.SpillPath) =
            ("tenant", 500, hasFolder ? folder.File("spill") : null));
        scene.Server.Fault = Fault.Status(503);
        scene.Send("first");

        using BackgroundCall<bool> interrupted = BackgroundCall.Of(() =>
        {
            Thread.CurrentThread.Interrupt();
            Make(call, scene);
        });
        Assert.That(interrupted.Result, Is.True);

        scene.Server.Fault = null;
        Eventually.Returns(() => scene.Send("second"), "a later call");
        bool isOpen = call == Call.ActivateOptions;
        Assert.That(scene.Appender.Flush(isOpen ? 30_000 : 0), Is.EqualTo(isOpen));
        LokiStatistics counters = scene.Appender.Statistics;
        Assert.That(
            (counters.Delivered, counters.Spilled, counters.Dropped, counters.InFlight),
            Is.EqualTo(isOpen ? (2L, 0L, 0L, 0L) : hasFolder ? (0L, 1L, 1L, 0L) : (0L, 0L, 2L, 0L)));
    }

    private static void Make(Call call, LokiScene scene)
    {
        Action made = call switch
        {
            Call.ActivateOptions => scene.Appender.ActivateOptions,
            Call.Append => () => scene.Appender.DoAppend(scene.Event("inner")),
            Call.AppendArray => () => scene.Send("inner"),
            Call.Flush => () => scene.Appender.Flush(-1),
            _ => scene.Appender.Close,
        };
        made();
    }

    private sealed class Handler(Action called) : IErrorHandler
    {
        public void Error(string message) => called();

        public void Error(string message, Exception? e) => Error(message);

        public void Error(string message, Exception? e, ErrorCode errorCode) => Error(message);
    }
}
