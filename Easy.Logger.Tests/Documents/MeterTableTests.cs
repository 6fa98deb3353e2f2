using System.Diagnostics.Metrics;
using System.Text.RegularExpressions;
using Easy.Logger.DogStatsd;
using Easy.Logger.DogStatsd.Diagnostics;
using Easy.Logger.EventSource.Diagnostics;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Sending;
using Easy.Logger.Tests.Metrics;

namespace Easy.Logger.Tests.Documents;

/// <summary>The table of instruments and the instruments that are published say the same.</summary>
[Category("Documents")]
internal sealed class MeterTableTests
{
    private static readonly Regex _code = new("`([^`]+)`", RegexOptions.CultureInvariant);

    private const string Exporter = "*exporter*";

    private static MarkdownFile Document => MarkdownFile.Named("docs/monitoring.md");

    /// <summary>What the word stands for in the table, by the line that says so.</summary>
    private static string ExporterAttributes =>
        File.ReadLines(Path.Combine(Repository.Root, Document.Name)).Single(line => line.StartsWith(Exporter, StringComparison.Ordinal));

    [Test]
    public void InstrumentTable_KindsUnitsAndAttributes_AreThoseThatArePublished()
    {
        string[] shown =
        [
            .. Document.Rows("instrument").Select(row => $"{Code(row[0]).Single()} | {row[1]} | {Code(row[2]).Single()} | "
                + string.Join(' ', Code(row[3].Replace(Exporter, ExporterAttributes, StringComparison.Ordinal)).Order(
                    StringComparer.Ordinal))),
        ];

        Assert.That(shown, Is.EquivalentTo(Published()));
        Assert.That(shown, Has.Length.EqualTo(31));
    }

    [Test]
    public void ErrorTypeTable_EveryValue_IsThereOnceWithItsReasons()
    {
        string[] constants =
        [
            MeterNames.QueueFull, MeterNames.Closed, MeterNames.LeftInJournal, MeterNames.AppenderError, MeterNames.NoAppender,
            MeterNames.Reentrant, MeterNames.Lossy,
        ];
        string[][] rows = [.. Document.Rows("error.type")];

        Assert.That(rows.Select(row => Code(row[0]).Single()), Is.EqualTo(constants));
        Assert.That(
            rows.SelectMany(row => Code(row[1])),
            Is.EquivalentTo(Enum.GetNames<DropReason>().Append(nameof(BufferStatistics.Failed))));
    }

    /// <summary>Each instrument as a row of the table, with the attributes that its measurements had.</summary>
    private static List<string> Published()
    {
        Dictionary<Instrument, SortedSet<string>> attributes = [];
        using TempFolder folder = new();
        // Makes the instruments when this is the first test.
        using MeterScene scene = new($"""<journal value="{folder.File("journal")}" />""");
        using MeterListener listener = MeterListening.To(Add, Publish);
        scene.LogAndFlush(1);
        EventSourceMeter.CountTruncated();
        EventSourceMeter.CountReentrant();
        using DogStatsdSender sender = new();
        DogStatsdMeter.CountSuppressed("metrics");
        LokiCounters counters = new(() => "loki");
        LokiMeter.Open(counters);
        LokiMeter.CountExported(counters, 1, "rejected");
        LokiMeter.CountRetry(counters, "timeout");
        LokiMeter.CountSpillDropped(counters, 1);
        foreach (LokiEncoding encoding in Enum.GetValues<LokiEncoding>())
        {
            counters.SendTo(encoding, address: null);
            using EncodedPush push = new() { Format = PushFormat.Json };
            LokiMeter.RecordPush(counters, push, TimeSpan.Zero, new PushReply(PushOutcome.Refused, "rejected", 400, string.Empty));
        }

        listener.RecordObservableInstruments();
        LokiMeter.Close(counters);
        lock (attributes)
        {
            return [.. attributes.Select(
                found => $"{found.Key.Name} | {Kind(found.Key)} | {found.Key.Unit} | {string.Join(' ', found.Value)}")];
        }

        void Publish(Instrument instrument)
        {
            lock (attributes)
            {
                attributes[instrument] = new SortedSet<string>(StringComparer.Ordinal);
            }
        }

        void Add(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            lock (attributes)
            {
                foreach (KeyValuePair<string, object?> tag in tags)
                {
                    attributes[instrument].Add(tag.Key);
                }
            }
        }
    }

    private static string Kind(Instrument instrument) => instrument.GetType().Name.Split('`')[0] switch
    {
        nameof(ObservableCounter<>) or nameof(Counter<>) => "counter",
        nameof(ObservableUpDownCounter<>) => "up-down counter",
        nameof(ObservableGauge<>) => "gauge",
        nameof(Histogram<>) => "histogram",
        string other => other,
    };

    private static IEnumerable<string> Code(string cell) => _code.Matches(cell).Select(match => match.Groups[1].Value);
}
