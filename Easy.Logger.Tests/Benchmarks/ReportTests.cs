using System.Xml.Linq;
using Benchmarker.Micro;
using Benchmarker.Reporting;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>The tables and charts show the results, and those of the documents the kept ones.</summary>
internal sealed class ReportTests
{
    private const string Command = "dotnet run -c Release --project Benchmarker -- readme";

    private static readonly IReadOnlyList<JsonRow> _kept = JsonReport.Read(Kept("throughput.json"));

    private static readonly EventSourceReport _keptEvents = JsonReport.Read<EventSourceReport>(Kept("event-source.json"));

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

    private static FileInfo Kept(string name) => new(InRepository($"Benchmarker/results/{name}"));

    private static string InRepository(string path) => Path.Combine([Repository.Root, .. path.Split('/')]);
}
