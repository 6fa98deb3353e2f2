using Benchmarker.Micro;
using Benchmarker.Reporting;
using Benchmarker.Throughput;
using Benchmarker.Watch;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What is compared does the same work, and all of it is in the files. The documents have the kept results.</summary>
internal sealed class BenchmarkTests : FolderTests
{
    private const int Lines = 1_000;
    private const string Command = "dotnet run -c Release --project Benchmarker -- readme";

    private static readonly IReadOnlyList<JsonRow> _kept = JsonReport.Read(Kept("throughput.json"));

    private static readonly EventSourceReport _keptEvents = JsonReport.Read<EventSourceReport>(Kept("event-source.json"));

    private static IEnumerable<string> Categories => TagCategory.All.Select(category => category.Name);

    private static IEnumerable<string> Names => ScenarioCatalog.All.Select(scenario => scenario.Name);

    /// <summary>NLog and ZLogger print a point before the fraction, NLog one digit more, and ZLogger the level as Debug.</summary>
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

    [Test]
    public void Run_OneCallStalls_ThoseThatWereDueMeanwhileAreLateByTheRestOfTheStall()
    {
        List<long> latencies = [];
        long now = 0;
        OpenLoop loop = new(() => now, due => now = Math.Max(now, due), call => now += call == 2 ? 450 : 10, latencies.Add);

        loop.Run(new LoadSchedule(Start: 0, End: 1_000, Interval: 100, Threads: 1, Thread: 0));

        Assert.That(latencies, Is.EqualTo(new long[] { 10, 450, 360, 270, 180, 90, 10, 10, 10, 10 }));
    }

    [Test]
    public void Of_NumbersThatDoNotAddUp_SaysSo()
    {
        MeterPoint[] points =
        [
            new(MeterNames.Enqueued, "Async", 11), new(MeterNames.Processed, "Async", 10), new(MeterNames.QueueSize, "Async", 0),
        ];
        MeterReading wrong = new(points, TimeSpan.Zero);

        Assert.That(
            ComponentMoment.Of("Async", wrong, wrong, TimeSpan.FromSeconds(2)).Imbalance,
            Is.EqualTo("Async does not balance: 11 enqueued, 10 processed, 0 in the queue"));
    }

    [Test]
    public void Watch_ForASecondIntoAPipe_WritesBlocksOfLinesAndTheSum()
    {
        using ProbeRun run = new(TestProgram.Benchmarker, "watch", "--seconds", "1.5", "--threads", "2", "--rate", "2000");

        run.AssertEndsWith(0);

        Assert.That(run.Output, Has.Some.Match("^[0-9]+ s Async: queue [0-9,]+ of 8,192 "), run.Transcript);
        Assert.That(run.Output, Has.Some.Match("^Async: [1-9][0-9,]* events, "), run.Transcript);
        Assert.That(run.Output[^1], Is.EqualTo("Every collection balanced, and nothing is left in the queue."), run.Transcript);
    }

    [Test]
    public void Ratios_OneBurstIsDisturbedOrSubjectsAreAlike_AreThoseOfMostPairsAndLuckIsNotTakenForSpeed()
    {
        Bursts bursts = Taken(Subjects.Own, 2, 4, 1_000);
        Assert.That((bursts.RatioTo(Taken(Subjects.Baseline, 4, 8, 16)), bursts.Median), Is.EqualTo((0.5, 4.0)));

        // Each of the others is twice as fast in the samples of one half.
        (double ratio, _) =
            Taken(Subjects.Own, 10, 10, 10, 10).RatioToFastest([Taken("stackalloc", 5, 10, 5, 10), Taken("ArrayPool", 10, 5, 10, 5)]);
        Assert.That(ratio, Is.EqualTo(1));
    }

    [TestCaseSource(nameof(Categories))]
    public void EachWay_CategoryOfTheArticle_SameText(string name)
    {
        TagCategory category = TagCategory.All.Single(one => one.Name == name);
        TagCalls calls = new(category.Kind, category.HasGlobal);
        string[] tags =
        [
            .. category.HasGlobal ? ["app:foo", "env:abc", "version:123"] : Array.Empty<string>(),
            .. category.Kind == TagKind.None ? Array.Empty<string>() : ["host:storage", "network:gigabit", "request:xyz"],
        ];
        string? expected = tags.Length == 0 ? null : string.Join(',', tags);

        Assert.Multiple(() =>
        {
            Assert.That(calls.AsString(), Is.EqualTo(expected));
            Assert.That(calls.PlainJoin(), Is.EqualTo(expected));
            Assert.That(calls.WithStringBuilder(), Is.EqualTo(expected));
            Assert.That(Encoding.UTF8.GetString(calls.Bytes, 0, calls.IntoSpan()), Is.EqualTo(expected ?? string.Empty));
            Assert.That(calls.IntoBufferWriter(), Is.EqualTo(expected?.Length ?? 0));
            Assert.That(Encoding.UTF8.GetString(calls.Written), Is.EqualTo(expected ?? string.Empty));
        });
    }

    [TestCase(0, 5, ExpectedResult = 0)]
    [TestCase(0.001, 5, ExpectedResult = 3, TestName = "{m}(a byte is allocated)")]
    [TestCase(0, 4.99, ExpectedResult = 2, TestName = "{m}(slow without tags)")]
    [TestCase(0, 1.99, ExpectedResult = 6, TestName = "{m}(slow with tags)")]
    public int TagPromises_Measured_BrokenAreReported(double bytes, double times)
    {
        TagRow[] rows =
        [
            .. from category in TagCategory.All
               from way in new[] { TagWay.Span, TagWay.BufferWriter, TagWay.Text, TagWay.PlainJoin }
               select new TagRow(category, way, 8, way == TagWay.PlainJoin ? 104 : bytes, way == TagWay.PlainJoin ? 1 : times),
        ];

        return TagPromises.Of(rows).Count(promise => !promise.Holds);
    }

    [TestCase(AgentKind.Udp)]
    [TestCase(AgentKind.Unix)]
    public void Measure_AMoment_CountersBalanceAndAUnixSocketGetsAll(AgentKind kind)
    {
        Assume.That(kind == AgentKind.Udp || !OperatingSystem.IsWindows(), "Windows has no datagrams through Unix sockets.");

        SenderRow row = SenderRun.Measure(kind, threads: 2, TimeSpan.FromMilliseconds(20));

        Assert.That(SenderPromises.Of([row]).Where(promise => !promise.Holds), Is.Empty);
        Assert.That(row.Lines, Is.Positive);
    }

    private static Bursts Taken(string subject, params double[] nanoseconds)
    {
        Bursts bursts = new(SubjectOf(subject), nanoseconds.Length);
        Array.ForEach(nanoseconds, one => bursts.Add(one, calls: 1, bytes: 0));
        return bursts;
    }

    private static Subject SubjectOf(string name) => Subjects.All().Single(subject => subject.Name == name);

    private static FileInfo Kept(string name) => new(InRepository($"Benchmarker/results/{name}"));

    private static string InRepository(string path) => Path.Combine([Repository.Root, .. path.Split('/')]);
}
