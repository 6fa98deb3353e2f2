using Benchmarker.Micro;
using Benchmarker.Reporting;
using Benchmarker.Throughput;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>
/// What several runs come to: each scenario is compared with the baseline of its own run. Latency at a fixed rate, on a clock that only the
/// loop and its calls move. What is compared does the same work: the same text per line, and all of it in the files after closing.
/// The tables and charts show the results, and those of the documents the kept ones.
/// </summary>
internal sealed class ThroughputTests : FolderTests
{
    private const int Lines = 1_000;
    private const string Command = "dotnet run -c Release --project Benchmarker -- readme";

    private static readonly IReadOnlyList<JsonRow> _kept = JsonReport.Read(Kept("throughput.json"));

    private static readonly EventSourceReport _keptEvents = JsonReport.Read<EventSourceReport>(Kept("event-source.json"));

    private static IEnumerable<string> Names => ScenarioCatalog.All.Select(scenario => scenario.Name);

    private const long Service = 10;

    private readonly List<long> _latencies = [];
    private long _now;

    [Test]
    public void Of_SeveralRuns_RatiosAreTakenRunByRunAndCountsAreSums()
    {
        ScenarioSummary async = Summary(
            "async",
            Result("direct", 100, run: 1),
            Result("async", 800, run: 1),
            Result("direct", 50, run: 2),
            Result("async", 500, run: 2),
            Result("direct", 200, run: 3),
            Result("async", 1_000, run: 3));

        Assert.Multiple(() =>
        {
            Assert.That(async.Sustained, Is.EqualTo(new Spread(800, 500, 1_000)));
            Assert.That(async.RatioToBaseline, Is.EqualTo(new Spread(8, 5, 10)));
            Assert.That((async.Measurement!.Accepted, async.Measurement.Lines, async.Measurement.Lost), Is.EqualTo((300, 297, 3)));
            Assert.That(async.Measurement.SustainedPerSecond, Is.EqualTo(800));
            Assert.That(async.Measurement.MaxNs, Is.EqualTo(10_000), "the longest of all");
        });
    }

    [Test]
    public void Of_ARunFailed_OthersCountAndTheWholeHasFailed()
    {
        ScenarioSummary summary = Summary(
            "async", Failed("direct", run: 1), Result("async", 100, run: 1), Failed("async", run: 2));

        Assert.That((summary.Failed, summary.Sustained!.Value.Median, summary.RatioToBaseline), Is.EqualTo((true, 100.0, (Spread?)null)));
    }

    /// <summary>
    /// NLog and ZLogger print a point before the fraction of a second, NLog one digit more, and ZLogger the level as Debug.
    /// </summary>
    [TestCaseSource(nameof(Names))]
    public void Open_EachScenario_WritesTheSameText(string name)
    {
        ILoggingSetup setup = ScenarioCatalog.Find(name)!.Open(Folder.Path);
        int thread = Log(setup);

        string fraction = name.StartsWith("nlog", StringComparison.Ordinal) ? @"\.\d{4}" : name == "zlogger" ? @"\.\d{3}" : @",\d{3}";
        string level = name == "zlogger" ? "Debug" : "DEBUG";
        Regex pattern = new($@"^\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d{fraction} \[{level}\] \[{thread,2}\] Program - Counter is: (\d+)$");
        IEnumerable<string> counters = Folder.Lines().Select(line => pattern.Match(line.TrimEnd('\r')).Groups[1].Value);
        Assert.That(counters, Is.EqualTo(Enumerable.Range(1, Lines).Select(counter => $"{counter}")));
        Assert.That(LineCounter.CountIn(Folder.Path), Is.EqualTo(Lines));
        Assert.That(setup.Discrepancies(Lines, Lines), Is.Empty);
    }

    /// <summary>A run that lost a line fails.</summary>
    [Test]
    public void Check_ALineIsMissing_IsADiscrepancy()
    {
        ScenarioSetups setups = new(ScenarioCatalog.Find("async")!, Folder.Path);
        ILoggingSetup setup = setups.Open();
        Log(setup);

        string[] found = setups.Check(setup, Lines + 1, out long lines);

        Assert.That(found, Has.Length.EqualTo(2).And.Some.Contains("1,001 events were accepted but 1,000"));
        Assert.That(lines, Is.EqualTo(Lines));
    }

    [Test]
    public void Documents_MadeAgain_AreTheSame()
    {
        string table = File.ReadAllText(InRepository("docs/benchmarks.md"));
        string events = File.ReadAllText(InRepository("Easy.Logger.EventSource/README.md"));

        Assert.Multiple(() =>
        {
            Assert.That(ReadmeTable.Replace(table, _kept), Is.EqualTo(table), Command);
            Assert.That(ReadmeChart.Of(_kept), Is.EqualTo(File.ReadAllText(InRepository("docs/throughput.svg"))), Command);
            Assert.That(EventSourceTable.Replace(events, _keptEvents), Is.EqualTo(events), Command);
        });
    }

    [Test]
    public void KeptResults_AreOfTheReferencedLog4NetLostNothingAndHold()
    {
        string log4net = XDocument.Load(InRepository("Directory.Packages.props")).Descendants("Log4NetVersion").Single().Value;

        Assert.Multiple(() =>
        {
            Assert.That(_kept.Select(row => row.Log4NetVersion), Is.Not.Empty.And.All.StartsWith(log4net));
            Assert.That(_kept.Select(row => row.Lost), Is.All.Zero);
            Assert.That(
                _keptEvents.Rows, Has.Count.EqualTo(Subjects.All().Count * Subjects.Lengths.Length * Enum.GetValues<Audience>().Length));
            Assert.That(EventSourcePromises.Of(_keptEvents.Rows).Where(promise => !promise.Holds), Is.Empty);
        });
    }

    /// <summary>On a thread without a name, as the benchmark's are: log4net prints a name where there is one.</summary>
    private static int Log(ILoggingSetup setup)
    {
        Thread thread = new(() =>
        {
            for (int counter = 1; counter <= Lines; counter++)
            {
                setup.Log(counter);
            }

            setup.Close();
        });
        thread.Start();
        thread.Join();
        return thread.ManagedThreadId;
    }

    private static ScenarioSummary Summary(string scenario, params ScenarioResult[] results) =>
        ScenarioSummary.Of(results).Single(summary => summary.Scenario.Name == scenario);

    /// <summary>A result as a benchmark would have had it.</summary>
    private static ScenarioResult Result(string scenario, double sustained, int threads = 1, int run = 1) => new()
    {
        Step = new BenchmarkStep(ScenarioCatalog.Find(scenario)!, threads, run, scenario),
        Measurement = Measurement(sustained),
        Problems = [],
        Output = [],
    };

    private static ScenarioResult Failed(string scenario, int threads = 1, int run = 1) =>
        Result(scenario, sustained: 0, threads, run) with { Measurement = null, Problems = ["It failed."] };

    private static Measurement Measurement(double sustained) => new()
    {
        ServerGc = false,
        Accepted = 100,
        AcceptedPerSecond = sustained * 2,
        SustainedPerSecond = sustained,
        NsPerCall = 1e9 / sustained,
        P50Ns = 500,
        P99Ns = 2_500,
        P999Ns = 3_500_000,
        MaxNs = sustained * 10,
        BytesPerEvent = 264,
        Gen0 = 3,
        Gen1 = 2,
        Gen2 = 1,
        Lines = 99,
        Discrepancies = [],
    };

    [Test]
    public void Run_OneCallStalls_ThoseThatWereDueMeanwhileAreLateByTheRestOfTheStall()
    {
        Run(call => call == 2 ? 450 : Service);

        Assert.That(_latencies, Is.EqualTo(new long[] { 10, 450, 360, 270, 180, 90, 10, 10, 10, 10 }));
    }

    [Test]
    public void Run_CallsCannotKeepUp_EndsWithTheSchedule()
    {
        Run(_ => 250);

        Assert.That(_latencies, Is.EqualTo(new long[] { 250, 400, 550, 700 }));
    }

    [Test]
    public void Due_SeveralThreads_TakeTurnsAtTheRateOfAll()
    {
        LoadSchedule[] threads =
            [.. Enumerable.Range(0, 3).Select(thread => new LoadSchedule(Start: 5, End: 1_000, Interval: 2.5, Threads: 3, thread))];

        Assert.That(
            Enumerable.Range(0, 2).SelectMany(call => threads.Select(thread => thread.Due(call))),
            Is.EqualTo(new long[] { 5, 7, 10, 12, 15, 17 }));
    }

    /// <param name="duration">How long each call takes, by its number.</param>
    private void Run(Func<long, long> duration) =>
        new OpenLoop(() => _now, due => _now = Math.Max(_now, due), call => _now += duration(call), _latencies.Add)
            .Run(new LoadSchedule(Start: 0, End: 1_000, Interval: 100, Threads: 1, Thread: 0));

    private static FileInfo Kept(string name) => new(InRepository($"Benchmarker/results/{name}"));

    private static string InRepository(string path) => Path.Combine([Repository.Root, .. path.Split('/')]);
}
