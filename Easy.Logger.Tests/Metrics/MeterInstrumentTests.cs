using Benchmarker.Watch;
using Easy.Logger.Metrics;

namespace Easy.Logger.Tests.Metrics;

/// <summary>What each instrument says. Counters go on where they were; the appender itself is let go.</summary>
[Category("Metrics")]
internal sealed class MeterInstrumentTests
{
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
        MeterPoint took = new(MeterNames.ChildProcessed, scene.Name, 1, ErrorType: null, "gate", nameof(GatedAppender));
        Assert.That(
            ended.Of(scene.Name, MeterNames.ChildProcessed),
            Is.EquivalentTo(new[] { took, took with { Value = 7, ErrorType = MeterNames.AppenderError } }));
        Assert.That(Batches(ended, MeterNames.BatchSize), Is.EqualTo(new[] { 1, 4, 3 }), "batch size");
        Assert.That(
            Batches(ended, MeterNames.BatchDuration),
            Has.Count.EqualTo(3).And.All.Positive.And.All.LessThan(Eventually.Patience.TotalSeconds),
            "flush time, in seconds");

        List<double> Batches(MeterReading reading, string instrument) =>
            [.. reading.Of(scene.Name, instrument).Select(point => point.Value)];
    }

    /// <summary>Some are open, and others have ended: what they counted stays, and their room and the age of their events go.</summary>
    [Test]
    public void Collect_AnyNumbersOfAppendersOfOneName_EachInstrumentSaysWhatTheyAddUpTo([Range(1, 8)] int seed)
    {
        Random random = new(seed);
        string name = MeteredNames.Take();
        using MeterReader reader = new(component => component == name);
        Metered[] appenders = [.. Enumerable.Range(0, 3).Select(_ => new Metered(random, hasJournal: random.Next(2) == 0))];
        Array.ForEach(appenders, each => MeteredComponents.All.Open(each, name));
        AssertSums("open");
        EasyLoggerMeter.RecordBatch(name, size: 3, TimeSpan.FromSeconds(90));
        MeterReading batch = Read(reader);
        Assert.That((batch.Value(name, MeterNames.BatchSize), batch.Value(name, MeterNames.BatchDuration)), Is.EqualTo((3, 90)));
        foreach (Metered each in appenders)
        {
            MeteredComponents.All.End(each);
            AssertSums("one ended");
            each.Refuse();
            AssertSums("it refused an event");
        }

        void AssertSums(string when)
        {
            Dictionary<string, double> expected = [];
            foreach ((string key, double value) in appenders.SelectMany(each => each.Expected()))
            {
                double before = expected.GetValueOrDefault(key);
                expected[key] = key == Metered.Key(MeterNames.OldestAge) ? Math.Max(before, value) : before + value;
            }

            Assert.That(
                Read(reader).Points.ToDictionary(
                    point => Metered.Key(point.Instrument, point.ErrorType, point.Child, point.ChildType), point => (float)point.Value),
                Is.EquivalentTo(expected.ToDictionary(sum => sum.Key, sum => (float)sum.Value)),
                $"{when}, seed {seed}");
        }
    }

    [Test]
    public void Collect_WhileEventsComeAndTheAttachedAppenderFailsNowAndThen_Balances([Values] OverflowPolicy overflow)
    {
        using MeterScene scene = new(
            $"""<bufferSize value="3" /><queueLimit value="16" /><overflow value="{overflow}" /><blockTimeout value="1" />"""
                + """<reportLoss value="false" />""");
        int batches = 0;
        scene.Child.OnAppend = _ =>
        {
            if (++batches % 10 == 0)
            {
                throw new IOException("disk full");
            }
        };
        using MeterReader reader = new(component => component == scene.Name);
        bool isOver = false;
        using BackgroundCall<bool> logging = BackgroundCall.Of(() =>
        {
            while (!Volatile.Read(ref isOver))
            {
                scene.Gated.Log(10);
            }
        });
        for (int i = 0; i < 20; i++)
        {
            MeterReading reading = Read(reader);
            Assert.That(reading.Took < MeterCollection.MaxAge ? reading.Imbalance(scene.Name) : null, Is.Null);
        }

        Eventually.Holds(() => scene.Statistics.Failed > 0, "some fail");
        Volatile.Write(ref isOver, true);
        Assert.That(logging.Result, Is.True);
    }

    [Test]
    public void Journal_EventsWrittenAndRecovered_AreCountedAndItIsNotActiveAfterTheEnd()
    {
        using TempFolder folder = new();
        string journal = folder.File("journal");
        JournalFiles.Leave(journal, Some.Event("a"), Some.Event("b"));
        using MeterScene scene = new($"""<journal value="{journal}" />""");
        Eventually.Holds(() => scene.Statistics.Recovered == 2, "the events of the earlier run are forwarded");
        scene.Gated.Log(3);
        Assert.That(scene.Value(MeterNames.JournalActive), Is.EqualTo(1));

        scene.Appender.Close();

        Assert.That(
            scene.Read().Of(scene.Name, MeterNames.JournalWritten).Select(point => point.Value), Is.EqualTo(new[] { 3, 0, 0, 0, 0 }));
        Assert.That((scene.Value(MeterNames.JournalRecovered), scene.Value(MeterNames.JournalActive)), Is.EqualTo((2, 0)));
    }

    [Test]
    public void Counters_AppenderWithoutAName_AreThoseOfTheEmptyName()
    {
        AsyncBufferingForwardingAppender appender = Some.Activated(new() { Name = null! }, new GatedAppender());
        using MeterReader reader = new(component => component.Length == 0);

        Assert.That(Read(reader).Value(string.Empty, MeterNames.QueueCapacity), Is.GreaterThanOrEqualTo(appender.QueueLimit));
        appender.Close(); // the worker's last words go to the meter
        Assert.That(Read(reader).Of(string.Empty, MeterNames.Enqueued), Is.Not.Empty);
    }

    [Test]
    public void Collect_AppenderHasEndedOrNobodyKeepsIt_ItAndItsChildrenAreCollectedAndItsCountsStay([Values] bool closes)
    {
        string name = MeteredNames.Take();
        using MeterReader reader = new(component => component == name);
        (WeakReference appender, WeakReference child) = Run(name, closes);
        Assert.That(Read(reader).Value(name, MeterNames.Enqueued), Is.EqualTo(2));

        Eventually.IsCollected(appender, "the appender");
        Eventually.IsCollected(child, "its child");

        Eventually.Holds(() => Read(reader) is var reading && reading.Value(name, MeterNames.QueueCapacity) == 0
            && reading.Processed(name) == 2, "it is closed, at the latest by its finalizer");
    }

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

    /// <summary>On a thread of its own: one that has just asked a few instruments would be given that reading for the others.</summary>
    private static MeterReading Read(MeterReader reader) => Eventually.Returns(reader.Read, "a collection");
}
