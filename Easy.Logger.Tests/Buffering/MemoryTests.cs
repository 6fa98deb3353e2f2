namespace Easy.Logger.Tests.Buffering;

/// <summary>Nothing of a caller is kept, little is taken before it is needed, and an endless failure is reported once.</summary>
internal sealed class MemoryTests : AppenderTests
{
    private static readonly AsyncLocal<object?> _request = new();

    /// <summary>The worker outlives by far the request that happened to log first.</summary>
    [TestCase(true)]
    [TestCase(false)]
    [Demand("C4")]
    public void RequestStartsTheAppender_WorkerSeesNothingOfItAndKeepsNothing(bool activatedByTheRequest)
    {
        object? seen = "not looked";
        Child.OnAppend = _ => seen = _request.Value;
        Appender.AddAppender(Child);
        WeakReference request = Serve(Appender, activatedByTheRequest);

        Assert.That(Appender.Flush(-1), Is.True);

        Assert.That(seen, Is.Null);
        Eventually.IsCollected(request, "what the request kept");
    }

    [Test]
    [Demand("C6")]
    public void DefaultSettings_LessThanOneMegabyteIsAllocatedUpFront()
    {
        Some.Activated(new() { Name = Some.Name() }, new GatedAppender()).Close(); // what is found out about a type once

        long byWorker = long.MaxValue;
        GatedAppender child = new() { OnAppend = _ => byWorker = GC.GetAllocatedBytesForCurrentThread() };
        long before = GC.GetAllocatedBytesForCurrentThread();
        AsyncBufferingForwardingAppender appender = Some.Activated(new() { Name = Some.Name() }, child);
        long byCaller = GC.GetAllocatedBytesForCurrentThread() - before;
        appender.DoAppend(Some.Event());

        Assert.That(appender.Flush(-1), Is.True);

        Assert.That(byCaller + byWorker, Is.LessThan(1024 * 1024));
        appender.Close();
    }

    /// <summary>That a million failures by turns are reported once a minute is a test of the reporter.</summary>
    [Test]
    [Demand("C7")]
    public void ChildFailsOnEveryEvent_InternalLogSaysWhenItBeginsAndWhenItIsOver()
    {
        const int failures = 20_000;
        using InternalMessages messages = new();
        SingleTakingAppender child = new();
        child.OnAppend = _ => child.ErrorHandler.Error("no room");
        Appender.AddAppender(child);
        Appender.ActivateOptions();

        Log(failures);

        Assert.That(Appender.Flush(-1), Is.False);
        Assert.That(Appender.Statistics.Failed, Is.EqualTo(failures));
        Assert.That(messages.Naming($"[{Appender.Name}]"), Has.Exactly(1).Contains("no room"));

        child.OnAppend = null;
        Log("works again");

        Assert.That(Appender.Flush(-1), Is.True);
        Assert.That(messages.Naming($"[{Appender.Name}]"), Has.Exactly(1).Contains($"{failures} event(s)"));
    }

    /// <summary>Not inlined, so that no variable of the test keeps the request.</summary>
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
