using Benchmarker.Watch;

namespace Easy.Logger.Tests.Metrics;

/// <summary>What each instrument tells.</summary>
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
    public void Capacity_LimitChanges_IsTheNewOneAndNothingOnceTheAppenderHasEnded()
    {
        using MeterScene scene = new("""<queueLimit value="1000" />""");
        scene.Gated.Log(1);
        Assert.That(scene.Value(MeterNames.QueueCapacity), Is.EqualTo(1000));

        scene.Appender.QueueLimit = 2000;
        scene.Appender.ActivateOptions();
        Assert.That(scene.Value(MeterNames.QueueCapacity), Is.EqualTo(2000));

        scene.Appender.Close();
        Assert.That(scene.Value(MeterNames.QueueCapacity), Is.Zero);
    }

    [Test]
    public void Rejected_WhileItClosesAndWhenItHasEnded_CountsEveryEventThatIsRefused()
    {
        using MeterScene scene = new("""<bufferSize value="1" />""");
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
        Assert.That(scene.Enqueued, Is.EqualTo(1));

        void Refuse(int count)
        {
            for (int i = 0; i < count; i++)
            {
                scene.Appender.DoAppend(Some.Event());
            }
        }
    }

    [Test]
    public void Blocked_CallsWaitForRoom_AreCountedWithTheirTime()
    {
        using MeterScene scene = new("""<bufferSize value="1" /><queueLimit value="1" /><blockTimeout value="-1" />""");
        scene.Gated.HoldWorker();
        using BackgroundCall<bool> call = BackgroundCall.Of(() => scene.Gated.Log(1));
        call.AwaitBlocked();
        scene.Child.OpenGate();
        Assert.That(call.Result, Is.True);
        scene.Flush();

        MeterReading reading = scene.Read();

        Assert.That(reading.Value(scene.Name, MeterNames.Blocked), Is.EqualTo(1).And.EqualTo(scene.Statistics.BlockedCalls));
        Assert.That(reading.Value(scene.Name, MeterNames.BlockedTime), Is.Positive.And.EqualTo(scene.Statistics.BlockedTime.TotalSeconds));
    }
}
