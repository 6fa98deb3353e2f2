using Benchmarker.Watch;

namespace Easy.Logger.Tests.Metrics;

/// <summary>
/// What each instrument says. Counters go on where they were, whatever becomes of the appender; the appender itself is let go.
/// </summary>
[Category("Metrics")]
internal sealed class MeterInstrumentTests
{
    private static readonly string[] _counters =
        [MeterNames.Enqueued, MeterNames.Processed, MeterNames.Rejected, MeterNames.ChildProcessed, MeterNames.Blocked,
            MeterNames.BlockedTime];

    [Test]
    [Demand("G7")]
    public void LoadWithAListener_EverythingAskedForIsPublished()
    {
        using MeterScene scene = new("""<bufferSize value="4" /><queueLimit value="8" /><overflow value="DropNewest" />"""
            + """<reportLoss value="false" />""");
        scene.Gated.HoldWorker();
        scene.Gated.Log(10);
        MeterReading stuck = scene.Read();
        scene.Child.OnAppend = events => throw new IOException($"{events.Length} refused");
        scene.Child.OpenGate();
        scene.Flush();

        MeterReading ended = scene.Read();

        Assert.That(stuck.Value(scene.Name, MeterNames.Enqueued), Is.EqualTo(11), "enqueued");
        Assert.That(stuck.Processed(scene.Name, MeterNames.QueueFull), Is.EqualTo(3), "dropped");
        Assert.That(stuck.Value(scene.Name, MeterNames.QueueSize), Is.EqualTo(8), "queue length");
        Assert.That(ended.Processed(scene.Name), Is.EqualTo(1), "written");
        Assert.That(ended.Processed(scene.Name, MeterNames.AppenderError), Is.EqualTo(7), "errors");
        Assert.That(Batches(ended, MeterNames.BatchSize), Is.EqualTo(new[] { 1, 4, 3 }), "batch size");
        Assert.That(
            Batches(ended, MeterNames.BatchDuration),
            Has.Count.EqualTo(3).And.All.Positive.And.All.LessThan(Eventually.Patience.TotalSeconds),
            "flush time, in seconds");

        List<double> Batches(MeterReading reading, string instrument) =>
            [.. reading.Of(scene.Name, instrument).Select(point => point.Value)];
    }

    [Test]
    public void OldestAge_EventWaitsWithAStuckChild_IsItsAgeInSeconds()
    {
        string name = MeteredNames.Take();
        ManualTimeProvider clock = new();
        GatedAppender child = new();
        using MeterReader reader = new(component => component == name);
        AsyncBufferingForwardingAppender appender = Some.Activated(new(clock) { Name = name, BufferSize = 1 }, child);
        child.CloseGate();
        appender.DoAppend(Some.Event());
        child.AwaitEntry();

        clock.Advance(TimeSpan.FromSeconds(90));

        Assert.That(reader.Read().Value(name, MeterNames.OldestAge), Is.EqualTo(90));
        Assert.That(reader.Read().Value(name, MeterNames.InFlight), Is.EqualTo(1));
        child.OpenGate();
        Assert.That(appender.Flush(-1), Is.True);
        Assert.That(reader.Read().Of(name, MeterNames.BatchDuration).Single().Value, Is.EqualTo(90));
        Assert.That(reader.Read().Value(name, MeterNames.OldestAge) + reader.Read().Value(name, MeterNames.InFlight), Is.Zero);
        appender.Close();
    }

    [Test]
    public void CapacityAndRejected_LimitChangesAndTheAppenderEnds_AreTheNewOneAndEveryEventThatIsRefused()
    {
        using MeterScene scene = new("""<bufferSize value="1" /><queueLimit value="1000" />""");
        Assert.That(scene.Value(MeterNames.QueueCapacity), Is.EqualTo(1000));
        scene.Appender.QueueLimit = 2000;
        scene.Appender.ActivateOptions();
        Assert.That(scene.Value(MeterNames.QueueCapacity), Is.EqualTo(2000));
        scene.Gated.HoldWorker();
        using (BackgroundCall<bool> close = scene.Gated.BeginClose())
        {
            Refuse(2);
            Assert.That(scene.Value(MeterNames.Rejected), Is.EqualTo(2));
            scene.Child.OpenGate();
            Assert.That(close.Result, Is.True);
        }

        Refuse(3);

        Assert.That(scene.Value(MeterNames.Rejected), Is.EqualTo(5).And.EqualTo(scene.Statistics.Rejected));
        Assert.That((scene.Enqueued, scene.Value(MeterNames.QueueCapacity)), Is.EqualTo((1, 0)));

        void Refuse(int count) => Array.ForEach(new int[count], _ => scene.Appender.DoAppend(Some.Event()));
    }

    [Test]
    public void Blocked_CallsWaitForRoomOrAreInterrupted_AreCountedWithTheirTimeAndTheInterruptedOnesAsQueueFull()
    {
        using MeterScene scene = new("""<bufferSize value="1" /><queueLimit value="1" /><blockTimeout value="-1" />""");
        scene.Gated.HoldWorker();
        using BackgroundCall<bool> interrupted = BackgroundCall.Of(() => scene.Gated.Log(1));
        interrupted.AwaitBlocked();
        interrupted.Interrupt();
        Eventually.Holds(() => scene.Statistics.DroppedFor(DropReason.Interrupted) == 1, "the event is dropped");
        Assert.That(scene.Processed(MeterNames.QueueFull), Is.EqualTo(1));
        using BackgroundCall<bool> call = BackgroundCall.Of(() => scene.Gated.Log(1));
        call.AwaitBlocked();
        scene.Child.OpenGate();
        Assert.That(call.Result, Is.True);
        scene.Flush();

        MeterReading reading = scene.Read();

        Assert.That(reading.Value(scene.Name, MeterNames.Blocked), Is.EqualTo(2).And.EqualTo(scene.Statistics.BlockedCalls));
        Assert.That(reading.Value(scene.Name, MeterNames.BlockedTime), Is.Positive.And.EqualTo(scene.Statistics.BlockedTime.TotalSeconds));
    }

    [Test]
    public void Counters_AppenderWithoutAName_AreThoseOfTheEmptyName()
    {
        AsyncBufferingForwardingAppender appender = Some.Activated(new() { Name = null! }, new GatedAppender());
        using MeterReader reader = new(component => component.Length == 0);

        Assert.That(reader.Read().Value(string.Empty, MeterNames.QueueCapacity), Is.GreaterThanOrEqualTo(appender.QueueLimit));
        appender.Close(); // the worker's last words go to the meter
        Assert.That(reader.Read().Of(string.Empty, MeterNames.Enqueued), Is.Not.Empty);
    }

    [Test]
    public void Counters_ConfigurationIsReadAgain_GoOnWhereTheyWere()
    {
        string name = MeteredNames.Take();
        using LogScene scene = new() { Name = name };
        using MeterReader reader = new(component => component == name);
        Dictionary<string, double> last = [];
        for (int round = 1; round <= 4; round++)
        {
            scene.ConfigureFile();
            scene.Log().Info("a");
            scene.Log().Info("b");
            Assert.That(scene.Appender.Flush(-1), Is.True);

            MeterReading reading = reader.Read();

            Assert.That(reading.Value(name, MeterNames.Enqueued), Is.EqualTo(2 * round));
            Assert.That(reading.Processed(name), Is.EqualTo(2 * round));
            Assert.That(reading.Of(name, MeterNames.ChildProcessed).Single(point => point.ErrorType is null).Value, Is.EqualTo(2 * round));
            Dictionary<string, double> now = Counts(reading);
            Assert.That(last.Where(count => now[count.Key] < count.Value), Is.Empty, "no counter falls");
            last = now;
        }

        scene.Shutdown();
        Assert.That(Counts(reader.Read()), Is.EqualTo(last));
    }

    [Test]
    public void Counters_ChildIsDetachedAndAttachedAgainAndTheAppenderCloses_GoOnWhereTheyWere()
    {
        using MeterScene scene = new();
        GatedAppender other = new() { Name = "other" };
        scene.Appender.AddAppender(other);
        scene.LogAndFlush(3);
        scene.Appender.RemoveAppender(other);
        scene.LogAndFlush(4);
        Assert.That(OfOther(), Is.EqualTo(3), "it is still reported");

        scene.Appender.AddAppender(new GatedAppender { Name = "other" });
        scene.LogAndFlush(5);

        Assert.That(OfOther(), Is.EqualTo(8));
        scene.Child.OnAppend = _ => throw new IOException("disk full");
        scene.LogAndFlush(2);
        MeterReading before = scene.Read();

        scene.Appender.Close();

        Assert.That(Counts(scene.Read()), Is.EqualTo(Counts(before)));
        Assert.That(scene.Processed(), Is.EqualTo(12));
        Assert.That(scene.Value(MeterNames.QueueSize), Is.Zero);

        double OfOther() =>
            scene.Read().Of(scene.Name, MeterNames.ChildProcessed).Single(point => point is { Child: "other", ErrorType: null }).Value;
    }

    [Test]
    public void Counters_TwoOpenAppendersOfOneName_AreAddedUp()
    {
        using MeterScene scene = new("""<queueLimit value="1000" />""");
        AsyncBufferingForwardingAppender second = Some.Activated(new() { Name = scene.Name, QueueLimit = 600 }, scene.Child);
        second.DoAppend(Some.Event());
        Assert.That(second.Flush(-1), Is.True);
        scene.LogAndFlush(2);

        Assert.That(scene.Enqueued, Is.EqualTo(3));
        Assert.That(scene.Processed(), Is.EqualTo(3));
        Assert.That(scene.Value(MeterNames.QueueCapacity), Is.EqualTo(1600));

        second.Close();
        Assert.That(scene.Enqueued, Is.EqualTo(3));
        Assert.That(scene.Value(MeterNames.QueueCapacity), Is.EqualTo(1000));
    }

    [Test]
    public void Collect_AppenderHasEndedOrNobodyKeepsIt_ItAndItsChildrenAreCollectedAndItsCountsStay([Values] bool closes)
    {
        string name = MeteredNames.Take();
        using MeterReader reader = new(component => component == name);
        (WeakReference appender, WeakReference child) = Run(name, closes);
        Assert.That(reader.Read().Value(name, MeterNames.Enqueued), Is.EqualTo(2));

        Eventually.IsCollected(appender, "the appender");
        Eventually.IsCollected(child, "its child");

        Eventually.Holds(() => reader.Read() is var reading && reading.Value(name, MeterNames.QueueCapacity) == 0
            && reading.Processed(name) == 2, "it is closed, at the latest by its finalizer");
    }

    private static Dictionary<string, double> Counts(MeterReading reading) => reading.Points
        .Where(point => _counters.Contains(point.Instrument))
        .ToDictionary(point => $"{point.Instrument} {point.Child} {point.ErrorType}", point => point.Value);

    /// <summary>Not inlined, so that no variable of the test keeps the appender.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (WeakReference Appender, WeakReference Child) Run(string name, bool closes)
    {
        GatedAppender child = new();
        AsyncBufferingForwardingAppender appender = Some.Activated(new() { Name = name, IdleTime = 1 }, child);
        appender.DoAppend(Some.Event());
        appender.DoAppend(Some.Event());
        if (closes)
        {
            appender.Close();
        }

        return (new WeakReference(appender), new WeakReference(child));
    }
}
