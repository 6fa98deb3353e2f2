using System.Text.Json;
using Benchmarker.Micro;
using Benchmarker.Reporting;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What becomes of the bursts: rows, a file, promises, and the tables of the package's README.</summary>
internal sealed class EventSourceResultTests
{
    private static readonly string _readme = Path.Combine(Repository.Root, "Easy.Logger.EventSource", "README.md");

    private static readonly FileInfo _results = new(Path.Combine(Repository.Root, "Benchmarker", "results", "event-source.json"));

    [Test]
    public void RatioTo_OneBurstIsDisturbed_IsThatOfMostPairs()
    {
        Bursts bursts = Taken(Subjects.Own, 2, 4, 1_000);

        Assert.That(bursts.RatioTo(Taken(Subjects.Baseline, 4, 8, 16)), Is.EqualTo(0.5));
        Assert.That(bursts.Median, Is.EqualTo(4));
        Assert.That(bursts.Quantile(0.25), Is.EqualTo(3));
    }

    [Test]
    public void BytesPerEvent_SeveralBursts_AreOfAllTheirCalls()
    {
        Bursts bursts = new(SubjectOf(Subjects.Own), capacity: 2);
        bursts.Add(nanoseconds: 10, calls: 1, bytes: 0);
        bursts.Add(nanoseconds: 30, calls: 3, bytes: 96);

        Assert.That((bursts.Median, bursts.BytesPerEvent), Is.EqualTo((10.0, 24.0)));
    }

    [Test]
    public void Of_RatioToFastest_IsToTheFastestOfTheArticleOnly()
    {
        IReadOnlyList<EventSourceRow> rows = EventSourceRow.Of(
            [Taken(Subjects.Baseline, 40, 40), Taken("stackalloc", 10, 10), Taken(Subjects.Own, 12, 12), Taken(
                AppenderSubject.SubjectName, 5, 5)],
            Audience.Session,
            length: 100);

        Assert.That(rows.Select(row => row.RatioToFastest), Is.EqualTo([4, 1, 1.2, 0.5]));
        Assert.That(rows.Select(row => row.RatioToNewString), Is.EqualTo([1, 0.25, 0.3, 0.125]));
        Assert.That(rows.Select(row => row.Fastest).Distinct(), Is.EqualTo(["stackalloc"]));
    }

    [Test]
    public void Promises_EverythingAsPromised_Hold() =>
        Assert.That(EventSourcePromises.Of(Rows()).Select(promise => promise.Holds), Is.All.True.And.Exactly(13).Items);

    [Test]
    public void Promises_AByteIsAllocatedInASession_DoesNotHold() => AssertBroken(
        Rows(row => row is { Technique: Subjects.Own, Audience: Audience.Session, Length: 1_000 } ? row with { BytesPerEvent = 0.001 }
            : row),
        "Easy.Logger: bytes allocated per event at 10, 100, 1,000, 10,000 characters, session attached: 0, 0, 0.001, 0; 0");

    [Test]
    public void Promises_SlowerThanTheFastest_DoesNotHold() => AssertBroken(
        Rows(row => row is { Technique: Subjects.OwnString, Audience: Audience.Session, Length: 100 }
            ? row with { RatioToFastest = EventSourcePromises.Tolerance + 0.001 } : row),
        "Easy.Logger, a string: 100 characters, session attached: 3.0 ns, 1.031 times the fastest of the article's (stackalloc); at most "
            + "1.03 times");

    [Test]
    public void Promises_FiveNanosecondsWhileNobodyListens_DoesNotHold() => AssertBroken(
        Rows(row => row is { Technique: Subjects.Own, Audience: Audience.Nobody, Length: 10 } ? row with { Nanoseconds = 5 } : row),
        "Easy.Logger: a call while nobody listens: 5.0 ns, 3.0 ns, 3.0 ns, 3.0 ns; below 5 ns");

    [Test]
    public void Promises_FiveNanosecondsInTheAppenderWhileNobodyListens_DoesNotHold() => AssertBroken(
        Rows(row => row is { Technique: AppenderSubject.SubjectName, Audience: Audience.Nobody, Length: 100 }
            ? row with { Nanoseconds = 17 } : row),
        "EventSourceAppender.DoAppend: a call while nobody listens: 3.0 ns, 17.0 ns, 3.0 ns, 3.0 ns; below 5 ns");

    [Test]
    public void RatioToFastest_SubjectsThatAreAlike_LuckIsNotTakenForSpeed()
    {
        // Each is twice as fast in the samples of one half.
        Bursts own = Taken(Subjects.Own, 10, 10, 10, 10);

        (double ratio, _) = own.RatioToFastest([Taken("stackalloc", 5, 10, 5, 10), Taken("ArrayPool", 10, 5, 10, 5)]);

        Assert.That(ratio, Is.EqualTo(1));
    }

    [Test]
    public void Promises_WhatOthersDo_IsNotPromised() =>
        Assert.That(
            EventSourcePromises.Of(
            [
                .. Rows(),
                Row(Audience.Session, 10) with { Technique = "stackalloc", BytesPerEvent = 8, RatioToFastest = 2 },
                Row(Audience.Listener, 10) with { BytesPerEvent = 8, RatioToFastest = 2 },
            ]).Select(promise => promise.Holds),
            Is.All.True);

    [Test]
    public void Promises_NothingMeasured_DoNotHold() =>
        Assert.That(EventSourcePromises.Of([]).Select(promise => promise.Holds), Is.All.False.And.Exactly(5).Items);

    [Test]
    public void Write_Report_IsReadBack()
    {
        using TempFolder folder = new();
        FileInfo file = new(folder.File("results.json"));
        EventSourceReport report = Report();

        JsonReport.Write(file, report);

        EventSourceReport read = JsonReport.Read<EventSourceReport>(file);
        Assert.That(read.Rows, Is.EqualTo(report.Rows));
        Assert.That(read.Environment, Is.EquivalentTo(report.Environment));
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(file.FullName));
        Assert.That(document.RootElement.GetProperty("rows")[0].GetProperty("audience").GetString(), Is.EqualTo("Nobody"));
    }

    [Test]
    public void Of_Report_OneTablePerAudienceAndThePublishedOne()
    {
        string[] lines = EventSourceTable.Of(Report()).Replace("line\ndepends", "line depends", StringComparison.Ordinal).Split('\n');

        Assert.Multiple(() =>
        {
            Assert.That(
                lines[0],
                Does.Contain("medians of 7 bursts each").And.Contain($"log4net {BenchmarkEnvironment.Log4NetVersion.Split('+')[0]}, on"));
            Assert.That(lines[2], Is.EqualTo("| nobody listens | 10 characters | 100 characters | 1,000 characters | 10,000 characters |"));
            Assert.That(lines[3], Is.EqualTo("|---|---|---|---|---|"));
            Assert.That(
                lines[4],
                Is.EqualTo("| Easy.Logger | 3.0 ns, 1.01x, 0 B | 3.0 ns, 1.01x, 0 B | 3.0 ns, 1.01x, 0 B | 3.0 ns, 1.01x, 0 B |"));
            Assert.That(lines[8], Does.StartWith("| an EventPipe session without stacks |"));
            Assert.That(lines, Has.One.StartsWith("| published in 2020"));
            Assert.That(lines, Has.One.EqualTo("| new string | 23 ns | 38 ns | 210 ns | 1,930 ns |"));
        });
    }

    [Test]
    public void Readme_Table_IsThatOfTheKeptResults()
    {
        string readme = File.ReadAllText(_readme);

        Assert.That(
            EventSourceTable.Replace(readme, JsonReport.Read<EventSourceReport>(_results)),
            Is.EqualTo(readme),
            "dotnet run -c Release --project Benchmarker -- readme");
    }

    [Test]
    public void KeptResults_AreOfEverythingAndHold()
    {
        EventSourceReport report = JsonReport.Read<EventSourceReport>(_results);

        Assert.That(report.Rows, Has.Count.EqualTo(Subjects.All().Count * Subjects.Lengths.Length * Enum.GetValues<Audience>().Length));
        Assert.That(report.Environment, Does.ContainKey("CPU").And.ContainKey("Runtime").And.ContainKey("Date"));
        Assert.That(EventSourcePromises.Of(report.Rows).Where(promise => !promise.Holds), Is.Empty);
    }

    private static void AssertBroken(IReadOnlyList<EventSourceRow> rows, string what) =>
        Assert.That(EventSourcePromises.Of(rows).Where(promise => !promise.Holds), Is.EqualTo([(false, what)]));

    private static EventSourceReport Report() =>
        EventSourceReport.Of(Rows(), BenchmarkEnvironment.Current(), bursts: 7);

    private static IReadOnlyList<EventSourceRow> Rows(Func<EventSourceRow, EventSourceRow>? change = null) =>
    [
        .. from technique in new[] { Subjects.Own, Subjects.OwnString, AppenderSubject.SubjectName }
           from audience in new[] { Audience.Nobody, Audience.Session }
           from length in Subjects.Lengths
           select (change ?? (row => row))(Row(audience, length) with { Technique = technique }),
    ];

    private static EventSourceRow Row(Audience audience, int length) =>
        new(Subjects.Own, false, audience, length, 3, 2, 4, BytesPerEvent: 0, RatioToNewString: 0.5, RatioToFastest: 1.01, "stackalloc");

    private static Bursts Taken(string subject, params double[] nanoseconds)
    {
        Bursts bursts = new(SubjectOf(subject), nanoseconds.Length);
        foreach (double one in nanoseconds)
        {
            bursts.Add(one, calls: 1, bytes: 0);
        }

        return bursts;
    }

    private static Subject SubjectOf(string name) => Subjects.All().Single(subject => subject.Name == name);
}
