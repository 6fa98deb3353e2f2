namespace Easy.Logger.Tests.Log4Net;

/// <summary>Which lock of log4net is held while it calls an appender. The reasons why ours does not run through its base class.</summary>
internal sealed class LockTests
{
    private const string Dependents = "AsyncBufferingForwardingAppender implements DoAppend, Flush and Close anew because of this lock.";

    [Test]
    public void Close_OfAnAppender_HoldsItsLockMeanwhile()
    {
        GatedSkeleton appender = new();

        using BackgroundCall<bool> close = appender.Run(appender.Close);
        using BackgroundCall<bool> append = BackgroundCall.Of(() => appender.DoAppend(Some.Event()));
        append.AwaitBlockedOrDone();
        bool waited = !append.IsDone;
        appender.Open();

        Assert.That((waited, close.Result, append.Result), Is.EqualTo((true, true, true)), Dependents);
    }

    /// <summary>Since 3.0; what stands still here is the original appender of the article when it is closed.</summary>
    [Test]
    public void SendBuffer_OfABuffer_HoldsItsLockMeanwhile()
    {
        GatedAppender child = new();
        BufferingForwardingAppender buffer = new() { BufferSize = 1 };
        buffer.AddAppender(child);
        buffer.ActivateOptions();
        child.CloseGate();
        using BackgroundCall<bool> append = BackgroundCall.Of(() => buffer.DoAppend(Some.Event()));
        child.AwaitEntry();

        using BackgroundCall<bool> close = BackgroundCall.Of(() => buffer.Close());
        close.AwaitBlockedOrDone();
        bool waited = !close.IsDone;
        child.OpenGate();

        Assert.That((waited, append.Result, close.Result), Is.EqualTo((true, true, true)), Dependents);
    }

    [Test]
    public void Shutdown_WhileALogCallIsInAnAppender_WaitsForIt()
    {
        using TestRepository repository = new();
        GatedAppender child = new();
        repository.Attach(child);
        child.CloseGate();
        using BackgroundCall<bool> call = BackgroundCall.Of(() => repository.Log().Info("event"));
        child.AwaitEntry();

        using BackgroundCall<bool> shutdown = BackgroundCall.Of(() => repository.Hierarchy.Shutdown());
        shutdown.AwaitBlockedOrDone();
        bool waited = !shutdown.IsDone;
        child.OpenGate();

        Assert.That(
            (waited, call.Result, shutdown.Result),
            Is.EqualTo((true, true, true)),
            "Lifetime/ExitGuard releases blocked calls for this reason.");
    }

    [Test]
    public void Flush_OfARepository_AsksBuffersBeforeOthers()
    {
        List<string> flushed = [];
        using TestRepository repository = new();
        repository.Attach(new FlushedAppender(() => flushed.Add("other")) { Name = "other" });
        repository.Hierarchy.Root.AddAppender(new FlushedBuffer(() => flushed.Add("buffer")) { Name = "buffer" });

        repository.Hierarchy.Flush(1000);

        Assert.That(flushed, Is.EqualTo(new[] { "buffer", "other" }), "The base class of our appender is chosen for this.");
    }

    private sealed class GatedSkeleton : AppenderSkeleton
    {
        private readonly ManualResetEventSlim _gate = new();
        private readonly ManualResetEventSlim _entered = new();

        public void Open() => _gate.Set();

        public BackgroundCall<bool> Run(Action call)
        {
            BackgroundCall<bool> running = BackgroundCall.Of(() => call());
            Assert.That(_entered.Wait(Eventually.Patience), Is.True);
            return running;
        }

        protected override void Append(LoggingEvent loggingEvent)
        {
        }

        protected override void OnClose()
        {
            _entered.Set();
            _gate.Wait(Eventually.Patience);
        }
    }

    private sealed class FlushedAppender(Action flushed) : AppenderSkeleton
    {
        public override bool Flush(int millisecondsTimeout)
        {
            flushed();
            return true;
        }

        protected override void Append(LoggingEvent loggingEvent)
        {
        }
    }

    private sealed class FlushedBuffer(Action flushed) : BufferingForwardingAppender
    {
        public override bool Flush(int millisecondsTimeout)
        {
            flushed();
            return true;
        }
    }
}
