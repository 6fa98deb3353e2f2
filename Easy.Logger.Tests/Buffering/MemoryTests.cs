using System.Runtime.CompilerServices;
using Easy.Logger.Buffering;

namespace Easy.Logger.Tests.Buffering;

/// <summary>What failed or was dropped is let go, nothing of a caller is kept, and little is taken before it is needed.</summary>
internal sealed class MemoryTests
{
    private static readonly AsyncLocal<object?> _request = new();

    [Test]
    [Demand("C3")]
    public void BatchFailed_MessageObjectsAreCollected()
    {
        AsyncBufferingForwardingAppender appender = Started(
            new AsyncBufferingForwardingAppender { BufferSize = 8 },
            new SingleTakingAppender { OnAppend = _ => throw new IOException("disk full") });
        WeakReference[] messages = LogObjects(appender, 20);
        Eventually.Returns(() => appender.Flush(-1), "Flush");

        Eventually.Holds(() => AreCollected(messages), "the messages are collected");

        appender.Close();
    }

    /// <summary>While the child is stuck and the loss is not yet reported.</summary>
    [TestCase(OverflowPolicy.DropNewest)]
    [TestCase(OverflowPolicy.DropOldest)]
    [TestCase(OverflowPolicy.DropLowestLevel)]
    [Demand("C3")]
    public void EventsAreDropped_MessageObjectsAreCollected(OverflowPolicy policy)
    {
        GatedAppender child = new();
        AsyncBufferingForwardingAppender appender = Started(
            new AsyncBufferingForwardingAppender { BufferSize = 1, QueueLimit = 5, Overflow = policy }, child);
        child.CloseGate();
        appender.DoAppend(Some.Event("held"));
        child.AwaitEntry();

        WeakReference[] messages = LogObjects(appender, 100);

        Eventually.Holds(() => Collected(messages) == 96, "all but the four that wait are collected");
        child.OpenGate();
        appender.Close();
    }

    /// <summary>The worker outlives by far the request that happened to log first.</summary>
    [TestCase(true)]
    [TestCase(false)]
    [Demand("C4")]
    public void RequestStartsTheAppender_WorkerSeesNothingOfItAndKeepsNothing(bool activatedByTheRequest)
    {
        object? seen = "not looked";
        GatedAppender child = new() { OnAppend = _ => seen = _request.Value };
        AsyncBufferingForwardingAppender appender = new() { Name = Some.Name() };
        appender.AddAppender(child);
        WeakReference request = Serve(appender, activatedByTheRequest);

        Assert.That(appender.Flush(-1), Is.True);

        Assert.That(seen, Is.Null);
        Eventually.Holds(() => AreCollected(request), "what the request kept is collected");
        appender.Close();
    }

    [Test]
    [Demand("C6")]
    public void DefaultSettings_LessThanOneMegabyteIsAllocatedUpFront()
    {
        Started(new AsyncBufferingForwardingAppender(), new GatedAppender()).Close(); // what is found out about a type once

        long byWorker = long.MaxValue;
        GatedAppender child = new() { OnAppend = _ => byWorker = GC.GetAllocatedBytesForCurrentThread() };
        long before = GC.GetAllocatedBytesForCurrentThread();
        AsyncBufferingForwardingAppender appender = Started(new AsyncBufferingForwardingAppender(), child);
        long byCaller = GC.GetAllocatedBytesForCurrentThread() - before;
        appender.DoAppend(Some.Event());

        Assert.That(appender.Flush(-1), Is.True);

        Assert.That(byCaller + byWorker, Is.LessThan(1024 * 1024));
        appender.Close();
    }

    /// <summary>That a million failures by turns are reported once a minute is a test of the reporter.</summary>
    [Test]
    [Demand("C7")]
    public void ChildFailsOnEveryEvent_InternalLogIsToldWhenItBeginsAndWhenItIsOver()
    {
        const int failures = 20_000;
        using LogScene scene = new();
        scene.Configure(
            """<appender name="child" type="Easy.Logger.Tests.Support.SingleTakingAppender, Easy.Logger.Tests" />""",
            scene.Async(string.Empty, "child"),
            LogScene.Root(scene.Name));
        SingleTakingAppender child = scene.Repository.Appender<SingleTakingAppender>();
        child.OnAppend = _ => child.ErrorHandler.Error("no room");
        for (int i = 0; i < failures; i++)
        {
            scene.Log().Info(i);
        }

        Assert.That(scene.Appender.Flush(-1), Is.False);
        Assert.That(scene.Appender.Statistics.Failed, Is.EqualTo(failures));
        Assert.That(scene.Complaints, Has.Count.EqualTo(1), () => string.Join(Environment.NewLine, scene.Complaints));
        child.OnAppend = null;
        scene.Log().Info("works again");
        Assert.That(scene.Appender.Flush(-1), Is.True);
        Assert.That(scene.Complaints, Has.Count.EqualTo(2));
        Assert.That(scene.Complaints[1], Does.Contain($"{failures} event(s)"));
    }

    private static AsyncBufferingForwardingAppender Started(AsyncBufferingForwardingAppender appender, IAppender child)
    {
        appender.Name = Some.Name();
        appender.AddAppender(child);
        appender.ActivateOptions();
        return appender;
    }

    private static bool AreCollected(params WeakReference[] references) => Collected(references) == references.Length;

    private static int Collected(WeakReference[] references)
    {
        GC.Collect();
        return references.Count(reference => !reference.IsAlive);
    }

    /// <summary>Not inlined, so that no variable of the test keeps a message.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] LogObjects(AsyncBufferingForwardingAppender appender, int count) =>
        [.. Enumerable.Range(0, count).Select(_ => LogObject(appender))];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference LogObject(AsyncBufferingForwardingAppender appender)
    {
        object message = new();
        appender.DoAppend(new LoggingEvent(typeof(MemoryTests), repository: null, "test", Level.Info, message, exception: null));
        return new WeakReference(message);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Serve(AsyncBufferingForwardingAppender appender, bool activates)
    {
        object request = new();
        Eventually.Returns(
            () =>
            {
                _request.Value = request;
                if (activates)
                {
                    appender.ActivateOptions();
                }

                appender.DoAppend(Some.Event());
            },
            "the request");
        return new WeakReference(request);
    }
}
