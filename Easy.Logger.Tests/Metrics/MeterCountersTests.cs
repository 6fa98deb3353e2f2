using Benchmarker.Soak;
using Benchmarker.Watch;
using Easy.Logger.Metrics;

namespace Easy.Logger.Tests.Metrics;

/// <summary>From the meter's values alone: what was enqueued was processed, with or without error, or waits. In every collection.</summary>
[Category("Metrics")]
[NonParallelizable] // it takes all cores, which other tests would have to wait for
internal sealed class MeterCountersTests
{
    private const int Threads = 8;
    private const int CollectionsPerRound = 8;

    /// <summary>Small queue, many threads, a child that fails now and then, Close and a new configuration on the way.</summary>
    [Test]
    public void Collect_ThreadsLogUnderStress_EveryCollectionBalances([Values] OverflowPolicy overflow)
    {
        string options = $"""<bufferSize value="3" /><queueLimit value="16" /><idleTime value="1" /><overflow value="{overflow}" />"""
            + $"""<blockTimeout value="1" /><closeTimeout value="20" />""";
        string name = MeteredNames.Take();
        using LogScene scene = new() { Name = name };
        using OpenTelemetryReader telemetry = new();
        string[] configuration = [FailingAppender.Element, scene.File(), scene.Async(options, "failing", "file"), LogScene.Root(name)];
        scene.Configure(configuration);
        List<string> faults = [];
        int readings = 0;
        bool stop = false;
        using MeterObserver observer = new(component => component == name);
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(
            _ => new Thread(() => LogUntil(() => Volatile.Read(ref stop), scene.Log())) { IsBackground = true })];
        Array.ForEach(threads, thread => thread.Start());

        for (int round = 0; round < 2; round++)
        {
            AwaitEvents(telemetry, name, faults, ref readings);
            if (round % 2 == 0)
            {
                scene.Appender.Close();
            }

            scene.Configure(configuration);
        }

        Volatile.Write(ref stop, true);
        Assert.That(threads.All(thread => thread.Join(Eventually.Patience)), Is.True, "the threads end");
        observer.Dispose();
        scene.Shutdown();
        MeterReading last = telemetry.Read();
        TestContext.Out.WriteLine(
            $"{readings} collections by the SDK, {observer.Readings} by a listener, {last.Value(name, MeterNames.Enqueued):N0} events");

        Assert.That(faults, Is.Empty);
        Assert.That(observer.Faults, Is.Empty);
        Assert.That(observer.Readings, Is.GreaterThan(6));
        Assert.That(last.Imbalance(name), Is.Null);
        Assert.That(last.Value(name, MeterNames.QueueSize), Is.Zero);
        Assert.That(last.Processed(name, MeterNames.AppenderError), Is.Positive);
    }

    /// <summary>Collects a few times, and until a thousand events more have come.</summary>
    private static void AwaitEvents(OpenTelemetryReader telemetry, string name, List<string> faults, ref int readings)
    {
        double first = double.NaN;
        int count = 0;
        Eventually.Holds(
            () =>
            {
                MeterReading reading = telemetry.Read();
                count++;
                double enqueued = reading.Value(name, MeterNames.Enqueued);
                first = double.IsNaN(first) ? enqueued : first;
                if (!double.IsNaN(enqueued) && reading.Took < MeterCollection.MaxAge && reading.Imbalance(name) is { } fault)
                {
                    faults.Add(fault);
                }

                return count >= CollectionsPerRound && enqueued >= first + 1000;
            },
            "a thousand events");
        readings += count;
    }

    private static void LogUntil(Func<bool> stop, ILog log)
    {
        for (int i = 0; !stop(); i++)
        {
            log.InfoFormat("line {0}", i);
            if (i % 100 == 0)
            {
                log.Error("now and then at once");
            }
        }
    }
}

/// <summary>A child that fails on every tenth event.</summary>
internal sealed class FailingAppender : AppenderSkeleton
{
    public const string Element = """<appender name="failing" type="Easy.Logger.Tests.Metrics.FailingAppender, Easy.Logger.Tests" />""";

    private int _count;

    protected override void Append(LoggingEvent loggingEvent)
    {
        if (++_count % 10 == 0)
        {
            throw new IOException("disk full");
        }
    }
}
