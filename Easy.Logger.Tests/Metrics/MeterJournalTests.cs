using Benchmarker.Watch;

namespace Easy.Logger.Tests.Metrics;

/// <summary>What the meter says of a journal: the same numbers as the appender's own statistics.</summary>
[Category("Metrics")]
internal sealed class MeterJournalTests : FolderTests
{
    private string Journal => Folder.File("journal");

    [Test]
    public void Journal_None_IsNotMentioned()
    {
        using MeterScene scene = new();
        scene.Gated.Log(3);

        Assert.That(scene.Read().Points.Where(point => point.Instrument.StartsWith("easy_logger.journal", StringComparison.Ordinal)),
            Is.Empty);
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

    private string Option => $"""<journal value="{Journal}" />""";

    private static string Written(MeterReading reading, MeterScene scene) => string.Join(
        ", ",
        reading.Of(scene.Name, MeterNames.JournalWritten).Select(point => $"{point.ErrorType ?? "(none)"} {point.Value}")
            .Order(StringComparer.Ordinal));
}
