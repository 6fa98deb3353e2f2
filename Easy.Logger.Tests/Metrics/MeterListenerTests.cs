using System.Diagnostics.Metrics;
using Easy.Logger.Metrics;

namespace Easy.Logger.Tests.Metrics;

/// <summary>What a listener does in its callbacks, and what is done when there is none. A collection is one reading.</summary>
[Category("Metrics")]
internal sealed class MeterListenerTests : FolderTests
{
    [Test]
    public void Listener_ThrowsForEveryMeasurement_HarmsNothing()
    {
        using MeterScene scene = new("""<bufferSize value="1" />""");
        using MeterListener listener = Listen(scene.Name, () => throw new InvalidOperationException("the listener is broken"));

        scene.LogAndFlush(5);
        Assert.That(listener.RecordObservableInstruments, Throws.InstanceOf<AggregateException>(), "whoever collects sees it");

        scene.LogAndFlush(5);
        Assert.That(scene.Child.Messages, Has.Count.EqualTo(10));
        Assert.That(scene.Processed(), Is.EqualTo(10));
    }

    [Test]
    public void Listener_LogsThroughTheAppenderForEveryMeasurement_NothingLoopsOrIsLost()
    {
        using MeterScene scene = new("""<bufferSize value="1" />""");
        int calls = 0;
        using (MeterListener listener = Listen(scene.Name, () =>
        {
            Interlocked.Increment(ref calls);
            scene.Scene.Log().Info("measured");
        }))
        {
            scene.LogAndFlush(3);
            Eventually.Returns(listener.RecordObservableInstruments, "the collection");
            scene.Flush();
        }

        Assert.That(calls, Is.GreaterThan(10));
        Assert.That(scene.Enqueued, Is.EqualTo(3 + calls));
        Assert.That(scene.Processed(MeterNames.Reentrant), Is.Positive, "on the worker, as with a child that logs");
        Assert.That(scene.Value(MeterNames.QueueSize), Is.Zero);
    }

    [Test]
    public void Listener_FlushesAndClosesInItsCallback_DoesNotHang()
    {
        using MeterScene scene = new("""<bufferSize value="1" />""");
        using MeterListener listener = Listen(scene.Name, () =>
        {
            scene.Appender.Flush(-1);
            scene.Appender.Close();
        });

        Eventually.Returns(() => scene.Gated.Log(3), "the log calls");

        Eventually.Returns(scene.Appender.Close, "the close");
        Assert.That(scene.Enqueued + scene.Value(MeterNames.Rejected), Is.EqualTo(3));
    }

    [TestCase("hangs", 94, 0, 0)]
    [TestCase("throws", 93, 1, 16)]
    public void Publish_ListenerHangsOrThrows_EveryLineIsInTheFileAndTheProcessEnds(string listener, int exitCode, int least, int most)
    {
        using ProbeRun run = new(TestProgram.ExitProbe, $"meter-listener-{listener}", Folder.Path);

        run.AssertEndsWith(exitCode);

        Assert.That(Folder.Lines("exit"), Has.Count.EqualTo(10_000), run.Transcript);
        Assert.That(
            run.Output.Count(line => line.Contains("the listener is broken", StringComparison.Ordinal)), Is.InRange(least, most),
            run.Transcript);
    }

    /// <summary>A listener reads what is counted anyway: with one, a call that drops its event allocates as much as without.</summary>
    [Test]
    [Demand("G8")]
    public void EventsAreDropped_ListenerOrNotTheCallAllocatesNothing([Values] bool listens)
    {
        using MeterScene scene = new("""<bufferSize value="1" /><queueLimit value="1" /><overflow value="DropNewest" />""");
        using MeterListener? listener = listens ? Listen(scene.Name, () => { }) : null;
        scene.Gated.HoldWorker();
        LoggingEvent dropped = Some.Event();
        dropped.Fix = FixFlags.All;
        long calls = 0;
        Drop(1000);

        Assert.That(Allocated.By(() => Drop(100_000)), Is.Zero);
        Assert.That(scene.Processed(MeterNames.QueueFull), Is.EqualTo(calls));

        void Drop(int count)
        {
            calls += count;
            for (int i = 0; i < count; i++)
            {
                scene.Appender.DoAppend(dropped);
            }
        }
    }

    private static MeterListener Listen(string name, Action measured) => MeterListening.To((_, _, tags) =>
    {
        if (tags.Length > 0 && tags[0].Value as string == name)
        {
            measured();
        }
    });

    [Test]
    public void For_EachInstrumentOfACollection_IsOneReadingAndANewOneForTheNextForAnotherThreadAndWhenItIsOld([Values(0, 1)] int first)
    {
        ManualTimeProvider clock = new();
        int readings = 0;
        MeterCollection collection = new(
            () =>
            {
                readings++;
                return [];
            },
            clock);
        Collect(first, 2, 31);
        Assert.That(readings, Is.EqualTo(1));

        Collect(first);
        Assert.That(readings, Is.EqualTo(2), "the next collection");

        Eventually.Returns(() => Collect(2, 3), "the other collection");
        Collect(2, 3);
        Assert.That(readings, Is.EqualTo(3), "another thread has its own");

        clock.Advance(MeterCollection.MaxAge);
        Collect(4);
        Assert.That(readings, Is.EqualTo(3));
        clock.Advance(TimeSpan.FromMilliseconds(1));
        Collect(5);
        Assert.That(readings, Is.EqualTo(4), "a collection takes less time");

        void Collect(params int[] instruments) => Array.ForEach(instruments, instrument => collection.For(instrument));
    }

    [Test]
    public void Read_MoreNamesEndThanAreKept_RestIsAddedUpUnderOne()
    {
        MeteredComponents components = new();
        for (int i = 0; i < MeteredComponents.MaxNames + 50; i++)
        {
            Metered ended = new(new BufferStatistics { Accepted = 2 });
            components.Open(ended, $"appender {i}");
            components.End(ended);
        }

        IReadOnlyList<ComponentReading> readings = components.Read();

        Assert.That(readings, Has.Count.EqualTo(MeteredComponents.MaxNames + 1));
        Assert.That(readings.Single(reading => reading.Name == MeteredComponents.Others).Enqueued, Is.EqualTo(100));
    }
}
