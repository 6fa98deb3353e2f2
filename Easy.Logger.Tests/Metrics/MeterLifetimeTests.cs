using System.Runtime.CompilerServices;
using Benchmarker.Watch;

namespace Easy.Logger.Tests.Metrics;

/// <summary>Counters go on where they were, whatever becomes of the appender; the appender itself is let go.</summary>
[Category("Metrics")]
internal sealed class MeterLifetimeTests
{
    private static readonly string[] _counters =
        [MeterNames.Enqueued, MeterNames.Processed, MeterNames.Rejected, MeterNames.ChildProcessed, MeterNames.Blocked,
            MeterNames.BlockedTime];

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
