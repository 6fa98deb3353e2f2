using System.Diagnostics.Metrics;
using Easy.Logger.DogStatsd.Diagnostics;
using Easy.Logger.EventSource;
using Easy.Logger.EventSource.Diagnostics;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Sending;
using Easy.Logger.Tests.Metrics;

namespace Easy.Logger.Tests.Documents;

/// <summary>The tables of the documents and the code say the same.</summary>
[Category("Documents")]
internal sealed partial class TableTests
{
    private const string Exporter = "*exporter*";
    private const string Dashboard = "docs/monitoring/grafana-dashboard.json";
    private const string Rules = "docs/monitoring/prometheus-rules.yml";
    private const BindingFlags Own = BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    private static readonly string[] _tables = ["docs/options.md", "Easy.Logger/README.md"];

    private static readonly PropertyInfo[] _properties = typeof(AsyncBufferingForwardingAppender).GetProperties();

    /// <summary>Ours, and those of log4net's buffer that decide what becomes of an event.</summary>
    private static readonly string[] _options =
    [
        .. typeof(AsyncBufferingForwardingAppender).GetProperties(Own)
            .Where(property => property.SetMethod?.IsPublic == true)
            .Select(property => CamelCase(property.Name)),
        "bufferSize", "lossy", "evaluator", "lossyEvaluator",
    ];

    [GeneratedRegex(@"^\| (\w+) \|.*\| tests \|$", RegexOptions.Multiline)]
    private static partial Regex ShownByTests { get; }

    private static IEnumerable<string[]> Instruments => MarkdownFile.Named("docs/monitoring.md").Rows("instrument");

    [Test]
    public void Demands_ShownByTests_AreThoseThatThePageSaysSoOf()
    {
        IEnumerable<string> shown = typeof(TableTests).Assembly.GetTypes()
            .SelectMany(type => type.GetMethods(Own | BindingFlags.Static).Append<MemberInfo>(type))
            .SelectMany(member => member.GetCustomAttributes<DemandAttribute>())
            .SelectMany(demand => demand.Properties[DemandAttribute.Name].Cast<string>())
            .Distinct();

        Assert.That(shown, Is.EquivalentTo(ShownByTests.Matches(Text("docs/design/demands.md")).Select(row => row.Groups[1].Value)));
    }

    [TestCaseSource(nameof(_tables))]
    public void OptionTable_EveryOption_IsThereOnceWithTheAppendersDefault(string document)
    {
        AsyncBufferingForwardingAppender appender = new();
        foreach ((string name, string text) in Rows(document).SelectMany(row => row.Names.Zip(row.Default.Split(", ")))
            .Where(option => option.First != "fix"))
        {
            object? value = _properties.Single(property => CamelCase(property.Name) == name).GetValue(appender);
            Assert.That(text.Split(' ')[0], Is.EqualTo(Shown(value)), name);
        }

        Assert.That(Rows(document).SelectMany(row => row.Names), Is.EquivalentTo(_options));
        Assert.That(_options, Has.Length.GreaterThanOrEqualTo(14));
        appender.Close();
    }

    [Test]
    public void TablesOfTheOtherPackages_EveryOption_IsThereOnceWithItsDefault()
    {
        AssertTable(new EventSourceAppender(), "Easy.Logger.EventSource/README.md", 4, CamelCase, "layout");
        AssertTable(new DogStatsdAppender(), "Easy.Logger.DogStatsd/README.md", 20, CamelCase, "layout");
        AssertTable(new LokiAppender(), "Easy.Logger.Loki/README.md", 20, CamelCase, "layout");
        AssertTable(new EasyLoggerOptions(), "Easy.Logger.Extensions.Microsoft/README.md", 6, name => name);
    }

    [Test]
    public void InstrumentTable_KindsUnitsAndAttributes_AreThoseThatArePublished()
    {
        // What the word stands for in the table, by the line that says so.
        string attributes = Text("docs/monitoring.md").Split('\n').Single(line => line.StartsWith(Exporter, StringComparison.Ordinal));
        string[] shown =
        [
            .. Instruments.Select(row => $"{Code(row[0]).Single()} | {row[1]} | {Code(row[2]).Single()} | "
                + string.Join(' ', Code(row[3].Replace(Exporter, attributes, StringComparison.Ordinal)).Order(StringComparer.Ordinal))),
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
        string[][] rows = [.. MarkdownFile.Named("docs/monitoring.md").Rows("error.type")];

        Assert.That(rows.Select(row => Code(row[0]).Single()), Is.EqualTo(constants));
        Assert.That(
            rows.SelectMany(row => Code(row[1])),
            Is.EquivalentTo(Enum.GetNames<DropReason>().Append(nameof(BufferStatistics.Failed))));
    }

    /// <summary>Names as Prometheus has them: https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics.</summary>
    [TestCase(Dashboard)]
    [TestCase(Rules)]
    public void MonitoringFiles_Names_AreThoseOfTheInstrumentsAndTheirAttributes(string file)
    {
        string[] used = [.. Regex.Matches(Text(file), "easy_logger_[a-z_]+").Select(match => match.Value).Distinct()];
        IEnumerable<string> known = Instruments.SelectMany(
            row => SuffixesOf(row).Select(suffix => Prometheus(row[0]) + suffix).Concat(row[3].Split(',').Select(Prometheus)));

        Assert.That(() => JsonDocument.Parse(Text(Dashboard)).Dispose(), Throws.Nothing);
        Assert.That(used, Has.Length.GreaterThan(5));
        Assert.That(used.Except(known), Is.Empty);
    }

    private static IEnumerable<(string[] Names, string Default)> Rows(string document) =>
        MarkdownFile.Named(document).Rows("option").Select(cells => (Code(cells[0]).ToArray(), cells[1]));

    private static void AssertTable(object options, string readme, int atLeast, Func<string, string> shown, params string[] inherited)
    {
        Dictionary<string, string> defaults = options.GetType().GetProperties(Own)
            .Where(option => option.CanWrite)
            .ToDictionary(option => shown(option.Name), option => Shown(option.GetValue(options)));
        Array.ForEach(inherited, option => defaults.Add(option, "none"));

        Assert.That(Rows(readme).ToDictionary(row => row.Names.Single(), row => row.Default), Is.EquivalentTo(defaults));
        Assert.That(defaults, Has.Count.GreaterThanOrEqualTo(atLeast));
    }

    private static string Shown(object? value) => value switch
    {
        null => "none",
        bool flag => flag ? "true" : "false",
        int number => number.ToString("N0", CultureInfo.InvariantCulture),
        TimeSpan time => $"{time.TotalSeconds:0} s",
        Level level => level.Name,
        _ => $"{value}",
    };

    private static string CamelCase(string name) => JsonNamingPolicy.CamelCase.ConvertName(name);

    /// <summary>Each instrument as a row of the table, with the attributes that its measurements had.</summary>
    private static List<string> Published()
    {
        ConcurrentDictionary<Instrument, ConcurrentDictionary<string, object?>> attributes = [];
        using TempFolder folder = new();
        // Makes the instruments when this is the first test.
        using MeterScene scene = new($"""<journal value="{folder.File("journal")}" />""");
        using MeterListener listener = MeterListening.To(Add, instrument => attributes[instrument] = []);
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
        // Meters without a version are those of other tests.
        return [.. attributes.Where(found => found.Key.Meter.Version is not null).Select(
            found => $"{found.Key.Name} | {Kind(found.Key)} | {found.Key.Unit} | "
                + string.Join(' ', found.Value.Keys.Order(StringComparer.Ordinal)))];

        void Add(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            foreach (KeyValuePair<string, object?> tag in tags)
            {
                attributes[instrument][tag.Key] = tag.Value;
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

    private static IEnumerable<string> SuffixesOf(string[] row)
    {
        string unit = row[2].Trim('`') switch
        {
            "s" => "_seconds",
            "By" => "_bytes",
            _ => string.Empty,
        };
        string[] suffixes = row[1] switch
        {
            "counter" => ["_total"],
            "histogram" => ["_bucket", "_sum", "_count"],
            _ => [string.Empty],
        };
        return suffixes.Select(suffix => unit + suffix);
    }

    private static string Prometheus(string name) => name.Trim(' ', '`').Replace('.', '_');

    private static IEnumerable<string> Code(string cell) => Regex.Matches(cell, "`([^`]+)`").Select(match => match.Groups[1].Value);

    private static string Text(string file) => File.ReadAllText(Path.Combine(Repository.Root, file));
}
