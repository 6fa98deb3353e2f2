using Benchmarker.Watch;

namespace Easy.Logger.Tests.Metrics;

/// <summary>
/// Why events were not forwarded, and what became of those in a journal, as the meter says it: the same numbers as the appender's own
/// statistics.
/// </summary>
[Category("Metrics")]
internal sealed class MeterErrorTypeTests : FolderTests
{
    private string Journal => Folder.File("journal");

    [Test]
    public void Processed_NothingHasGoneWrong_HasTheUsualReasonsFromTheStartAndNoJournal()
    {
        using MeterScene scene = new();
        scene.LogAndFlush(3);

        MeterReading reading = scene.Read();
        IReadOnlyDictionary<string, double> errors = reading.Errors(scene.Name);

        Assert.That(errors.Keys, Is.EquivalentTo(new[] { MeterNames.QueueFull, MeterNames.Closed, MeterNames.AppenderError }));
        Assert.That(errors.Values, Is.All.Zero);
        Assert.That(reading.Processed(scene.Name), Is.EqualTo(3));
        Assert.That(reading.Points.Select(point => point.Instrument), Has.None.StartsWith("easy_logger.journal"));
    }

    [TestCase("DropNewest", DropReason.QueueFull)]
    [TestCase("DropOldest", DropReason.Evicted)]
    [TestCase("DropLowestLevel", DropReason.QueueFull)]
    [TestCase("Block", DropReason.BlockTimeout)]
    public void Processed_NoRoom_IsQueueFull(string overflow, DropReason reason)
    {
        using MeterScene scene = new(
            $"""<bufferSize value="2" /><queueLimit value="4" /><overflow value="{overflow}" /><blockTimeout value="0" />"""
                + $"""<reportLoss value="false" />""");
        scene.Gated.HoldWorker();

        scene.Gated.Log(10);

        Assert.That(scene.Statistics.DroppedFor(reason), Is.EqualTo(7));
        Assert.That(scene.Processed(MeterNames.QueueFull), Is.EqualTo(7));
        Assert.That(scene.Processed(), Is.Zero);
        Assert.That(scene.Enqueued, Is.EqualTo(11));
        scene.Child.OpenGate();
        scene.Flush();
        Assert.That(scene.Processed(), Is.EqualTo(scene.Statistics.Forwarded).And.EqualTo(4));
    }

    [Test]
    public void Processed_TimeToCloseIsOver_IsClosedOrLeftInTheJournal([Values] bool hasJournal)
    {
        using MeterScene scene = new("""<bufferSize value="1" /><closeTimeout value="0" />""" + (hasJournal ? Option : string.Empty));
        scene.Gated.HoldWorker();
        scene.Gated.Log(5);

        scene.Appender.Close();

        Assert.That(scene.Processed(hasJournal ? MeterNames.LeftInJournal : MeterNames.Closed), Is.EqualTo(5));
        Assert.That(scene.Processed(MeterNames.Closed), Is.EqualTo(hasJournal ? 0 : scene.Statistics.DroppedFor(DropReason.Closing)));
        Assert.That(scene.Value(MeterNames.QueueSize), Is.EqualTo(1), "the one that the child has not given back");
        scene.Child.OpenGate();
    }

    [Test]
    public void Processed_OneOfTwoChildrenFails_SaysWhichOne()
    {
        using MeterScene scene = new();
        GatedAppender failing = new() { Name = "failing", OnAppend = _ => throw new IOException("disk full") };
        scene.Appender.AddAppender(failing);
        scene.LogAndFlush(3);

        MeterReading reading = scene.Read();

        Assert.That(
            reading.Of(scene.Name, MeterNames.ChildProcessed),
            Is.EquivalentTo(new[] { Point("gate", 3), Point("gate", 0, "appender_error"), Point("failing", 0),
                Point("failing", 3, "appender_error") }));
        Assert.That(reading.Processed(scene.Name, MeterNames.AppenderError), Is.EqualTo(3).And.EqualTo(scene.Statistics.Failed));
        Assert.That(reading.Processed(scene.Name), Is.Zero);

        MeterPoint Point(string child, double value, string? errorType = null) =>
            new(MeterNames.ChildProcessed, scene.Name, value, errorType, child, "GatedAppender");
    }

    [TestCase(MeterNames.NoAppender, DropReason.NoAppender, 3)]
    [TestCase(MeterNames.Reentrant, DropReason.Reentrant, 1)]
    [TestCase(MeterNames.Lossy, DropReason.Lossy, 10)]
    public void Processed_EventsAreDroppedOnPurpose_IsTheirReason(string errorType, DropReason reason, int count)
    {
        const string lossy = """<bufferSize value="2" /><lossy value="true" /><evaluator type="log4net.Core.LevelEvaluator" />""";
        using MeterScene scene = new(reason == DropReason.Lossy ? lossy : string.Empty);
        if (reason == DropReason.NoAppender)
        {
            scene.Appender.RemoveAppender(scene.Child);
        }

        scene.Child.OnAppend = _ => scene.Scene.Log().Info("echo");
        scene.Gated.Log(count);
        scene.Appender.Flush(flushLossyBuffer: true);

        Assert.That(scene.Processed(errorType), Is.EqualTo(count).And.EqualTo(scene.Statistics.DroppedFor(reason)));
    }

    [Test]
    public void Journal_EventsWrittenAndRecovered_AreCounted()
    {
        JournalFiles.Leave(Journal, Some.Event("a"), Some.Event("b"));
        using MeterScene scene = new(Option);
        Eventually.Holds(() => scene.Statistics.Recovered == 2, "the events of the earlier run are forwarded");
        scene.Gated.Log(3);

        MeterReading reading = scene.Read();

        Assert.That(Written(reading, scene), Is.EqualTo("(none) 3, damaged 0, full 0, too_large 0, unavailable 0"));
        Assert.That(reading.Value(scene.Name, MeterNames.JournalRecovered), Is.EqualTo(2));
        Assert.That(reading.Value(scene.Name, MeterNames.JournalRejected), Is.Zero);
        Assert.That(reading.Value(scene.Name, MeterNames.JournalActive), Is.EqualTo(1));
        scene.Appender.Close();
        Assert.That(scene.Value(MeterNames.JournalActive), Is.Zero);
        Assert.That(scene.Value(MeterNames.JournalRecovered), Is.EqualTo(2));
    }

    [Test]
    public void Journal_CannotBeUsed_EventsAreCountedAsUnavailable()
    {
        File.WriteAllText(Journal, "somebody's notes");
        using MeterScene scene = new(Option);
        scene.Gated.Log(3);

        MeterReading reading = scene.Read();

        Assert.That(Written(reading, scene), Is.EqualTo("(none) 0, damaged 0, full 0, too_large 0, unavailable 3"));
        Assert.That(reading.Value(scene.Name, MeterNames.JournalActive), Is.Zero);
    }

    /// <summary>A reason that is new has to be given a name here, or it would be taken for a full queue.</summary>
    [Test]
    public void DropReasons_All_AreThoseAbove() => Assert.That(Enum.GetValues<DropReason>(), Has.Length.EqualTo(9));

    private string Option => $"""<journal value="{Journal}" />""";

    private static string Written(MeterReading reading, MeterScene scene) => string.Join(
        ", ",
        reading.Of(scene.Name, MeterNames.JournalWritten).Select(point => $"{point.ErrorType ?? "(none)"} {point.Value}")
            .Order(StringComparer.Ordinal));
}
