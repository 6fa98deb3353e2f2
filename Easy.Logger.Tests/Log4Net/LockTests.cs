using Easy.Logger.Compatibility;

namespace Easy.Logger.Tests.Log4Net;

/// <summary>Which lock of log4net is held while it calls an appender. The reasons why ours does not run through its base class.</summary>
internal sealed class LockTests
{
    private const string Dependents = "AsyncBufferingForwardingAppender implements DoAppend, Flush and Close anew because of this lock.";

    [Test]
    public void Close_OfAnAppender_HoldsItsLockMeanwhile()
    {
        bool? held = null;
        ClosingAppender appender = new();
        appender.Closing = () => held = Monitor.IsEntered(Log4NetMembers.LockOf(appender));

        appender.Close();

        Assert.That(held, Is.True, Dependents);
    }

    /// <summary>Since 3.0; what stands still here is the original appender of the article when it is closed.</summary>
    [Test]
    public void SendBuffer_OfABuffer_HoldsItsLockMeanwhile()
    {
        bool? held = null;
        BufferingForwardingAppender buffer = new() { BufferSize = 1 };
        buffer.AddAppender(new GatedAppender { OnAppend = _ => held = Monitor.IsEntered(Log4NetMembers.LockOf(buffer)) });
        buffer.ActivateOptions();

        buffer.DoAppend(Some.Event());

        Assert.That(held, Is.True, Dependents);
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
        repository.Attach(new GatedAppender { Name = "other", OnFlush = _ => Note("other") });
        repository.Hierarchy.Root.AddAppender(new FlushedBuffer(() => Note("buffer")) { Name = "buffer" });

        repository.Hierarchy.Flush(1000);

        Assert.That(flushed, Is.EqualTo(new[] { "buffer", "other" }), "The base class of our appender is chosen for this.");

        bool Note(string name)
        {
            flushed.Add(name);
            return true;
        }
    }

    private sealed class ClosingAppender : AppenderSkeleton
    {
        public Action? Closing { get; set; }

        protected override void Append(LoggingEvent loggingEvent)
        {
        }

        protected override void OnClose() => Closing?.Invoke();
    }

    private sealed class FlushedBuffer(Func<bool> flushed) : BufferingForwardingAppender
    {
        public override bool Flush(int millisecondsTimeout) => flushed();
    }
}
