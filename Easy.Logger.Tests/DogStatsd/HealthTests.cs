using System.Diagnostics.Metrics;
using Easy.Logger.DogStatsd.Diagnostics;
using Easy.Logger.DogStatsd.Health;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>What the meter says of the appenders arrives at the agent: counters by what they grew, states as they are.</summary>
[Category("DogStatsd")]
internal sealed class HealthTests
{
    /// <summary>What happened before it began is not of this period. A histogram is three lines, not one for each batch.</summary>
    [Test]
    public void CountersStatesAndHistograms_Periods_SayWhatIsNew()
    {
        using GatedScene gated = new("""<idleTime value="3600000" /><bufferSize value="512" /><queueLimit value="1000" />""");
        gated.Log(50);
        gated.Appender.Flush(-1);
        using AppenderScene scene = new(appender => appender.SendHealth = true, attach: false);
        gated.HoldWorker();
        gated.Log(99);
        scene.EndPeriod();
        gated.Child.OpenGate();
        gated.Appender.Flush(-1);
        scene.EndPeriod();
        scene.Flush();

        Assert.That(Values(scene, gated, MeterNames.QueueSize, "g").Take(2), Is.EqualTo(new[] { 100d, 0 }));
        Assert.That(Values(scene, gated, MeterNames.OldestAge, "g").First(), Is.Positive);
        Assert.That(Sum(scene, gated, MeterNames.Enqueued), Is.EqualTo(100));
        Assert.That(Sum(scene, gated, MeterNames.BatchSize + ".count"), Is.EqualTo(2), "the event that was held, and the rest");
        Assert.That(Values(scene, gated, MeterNames.BatchSize + ".avg", "g").Single(), Is.EqualTo(50));
        Assert.That(Values(scene, gated, MeterNames.BatchSize + ".max", "g").Single(), Is.EqualTo(99));
        Assert.That(Values(scene, gated, MeterNames.BatchDuration + ".max", "g").Single(), Is.Positive);
    }

    [Test]
    public void Series_Periods_SayWhatIsNew()
    {
        Assert.That(SaidBy(new SumSeries("a", ["b:c"]), [2, 3], [], [1]), Is.EqualTo(new[] { "a:5|c|#b:c", "a:1|c|#b:c" }));
        // what falls began anew, and its first number counts for nothing
        Assert.That(SaidBy(new TotalSeries("a", []), [5], [5], [7], [1], [2]), Is.EqualTo(new[] { "a:5|c", "a:2|c", "a:1|c" }));
        Assert.That(SaidBy(new StateSeries("a", []), [4, 5], [], [5]), Is.EqualTo(new[] { "a:5|g", "a:5|g" }));
        Assert.That(
            SaidBy(new DistributionSeries("a", []), [2, 4], [], [-1]),
            Is.EqualTo(new[] { "a.count:2|c", "a.avg:3|g", "a.max:4|g", "a.count:1|c", "a.avg:-1|g", "a.max:-1|g" }));
    }

    [Test]
    public void Senders_OwnCounters_AreInTheMeterAndStayWhenTheyEnd()
    {
        using MeterExport export = new();
        string name;
        using AppenderScene appender = new(appender => (appender.SendEvents, appender.MaxEventsPerMinute) = (true, 1));
        for (int i = 0; i < 5; i++)
        {
            appender.Log("a").Error("text");
        }

        using (SenderScene scene = new())
        {
            name = scene.Name;
            scene.Sender.Counter("a", 1);
            scene.Sender.Counter(string.Empty, 1);
            scene.Sender.Counter("big", 1, new[] { new string('x', 9_000) });
            scene.Flush();
            scene.Sender.Counter("b", 1);
        }

        using SenderScene other = new();
        export.SendTo(other.Sender);
        other.Flush();

        string[] expected =
        [
            $"{DogStatsdMeter.Bytes} 10", $"{DogStatsdMeter.Lines} 1 error.type:invalid", $"{DogStatsdMeter.Lines} 1 error.type:too_large",
            $"{DogStatsdMeter.Lines} 2", $"{DogStatsdMeter.Packets} 2", $"{DogStatsdMeter.Pending} 0",
        ];
        Assert.That(
            other.Transport.Metrics.Where(metric => metric.Tags.Contains($"{MeterNames.ComponentName}:{name}"))
                .Select(metric => $"{metric.Name} {metric.Numbers.Single()} {string.Join(' ', metric.Tags.Skip(1))}".TrimEnd()),
            Is.EquivalentTo(expected));
        ParsedMetric suppressed = other.Transport.Metrics.Single(metric => metric.Name == DogStatsdMeter.EventsSuppressed
            && metric.Tags.Contains($"{MeterNames.ComponentName}:{appender.Appender.Name}"));
        Assert.That((suppressed.Type, suppressed.Numbers.Single()), Is.EqualTo(("c", 4d)));
    }

    /// <summary>Instruments of the meter may be of anybody. What one throws must cost neither other numbers nor the appender.</summary>
    [Test]
    [NonParallelizable] // another test lists the instruments of the meter
    public void Instrument_Throws_OthersAreSentAndItIsReported()
    {
        using InternalMessages messages = new();
        using Meter meter = new(MeterNames.Meter);
        int thread = Environment.CurrentManagedThreadId;
        meter.CreateObservableGauge(Some.Name("failing"), Read);
        using AppenderScene scene = new(appender => appender.SendHealth = true, attach: false);
        using GatedScene gated = new(string.Empty);
        gated.Log(7);
        gated.Appender.Flush(-1);
        scene.Appender.DoAppend(scene.Event("a", log4net.Core.Level.Info, "text"));
        scene.Appender.Flush(-1);

        Assert.That(Sum(scene, gated, MeterNames.Enqueued), Is.EqualTo(7));
        Assert.That(scene.Counters, Has.Some.StartWith("log4net.events 1"));
        Assert.That(messages.Naming("could not be read"), Is.Not.Empty);
        Assert.That(scene.Appender.Close, Throws.Nothing);

        // other tests have their listeners
        long Read() => Environment.CurrentManagedThreadId == thread ? throw new InvalidOperationException("reading") : 0;
    }

    private static IReadOnlyList<string> SaidBy(MeterSeries series, params double[][] periods)
    {
        using SenderScene scene = new();
        foreach (double[] values in periods)
        {
            Array.ForEach(values, series.Take);
            series.SendTo(scene.Sender);
        }

        scene.Flush();
        return scene.Transport.Lines;
    }

    private static double Sum(AppenderScene scene, GatedScene gated, string metric) => Values(scene, gated, metric, "c").Sum();

    private static IEnumerable<double> Values(AppenderScene scene, GatedScene gated, string name, string type) =>
        scene.Transport.Metrics.Where(metric => metric.Name == name && metric.Type == type
            && metric.Tags.Contains($"{MeterNames.ComponentName}:{gated.Scene.Name}")).Select(metric => metric.Numbers.Single());
}
