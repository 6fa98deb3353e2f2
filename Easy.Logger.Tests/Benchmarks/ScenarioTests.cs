using System.Text.RegularExpressions;
using Benchmarker.Throughput;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>What the benchmark compares does the same work: the same text per line, and all of it in the files after closing.</summary>
/// <remarks>NLog and ZLogger print a point before the fraction of a second, NLog one digit more, and ZLogger the level as Debug.</remarks>
internal sealed class ScenarioTests : FolderTests
{
    private const int Lines = 1_000;

    private static IEnumerable<string> Names => ScenarioCatalog.All.Select(scenario => scenario.Name);

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
}
