using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using Benchmarker.Throughput;

namespace Benchmarker.Soak.Kills;

/// <summary>Kills processes that log with a journal, again and again, and looks for each call that had returned.</summary>
internal static class KillsCommand
{
    private const string ChildName = "kills-child";
    private const string Folder = "--folder";
    private const string Number = "--number";
    private const string Seed = "--seed";
    private const string Drain = "--drain";

    /// <summary>In milliseconds. For runs by the time: a number of runs is for tests, on machines that have other things to do.</summary>
    private const long LongestFirstLine = 2_000;

    public static Command Create()
    {
        Option<double> minutes = OptionSet.Minutes();
        Option<int?> seed = OptionSet.Seed();
        Option<int> kills = OptionSet.Number("--kills", "How many processes each run kills.", byDefault: 10, most: 1_000);
        Option<int?> runs = new("--runs")
        {
            Description = "How many runs there are; as many as the time allows when left out.",
            HelpName = "N",
        };
        Command command = new(
            "kills", "Kills processes that log with a journal: each returned call is in a log, in the journal, or counted.")
        {
            minutes, seed, kills, runs,
        };
        command.SetAction(parsed => Run(
            OptionSet.Seeds(parsed.GetValue(seed), TimeSpan.FromMinutes(parsed.GetValue(minutes))),
            parsed.GetValue(kills),
            parsed.GetValue(runs)));
        return command;
    }

    /// <summary>The hidden command with which the program starts itself as the process that is killed.</summary>
    public static Command CreateChild()
    {
        Option<string> folder = new(Folder) { Required = true };
        Option<int> number = new(Number) { Required = true };
        Option<int> seed = new(Seed) { Required = true };
        Option<bool> drain = new(Drain);
        Command command = new(ChildName, "Is the process that is killed.") { folder, number, seed, drain };
        command.Hidden = true;
        command.SetAction(parsed =>
        {
            KillsFolder files = new(parsed.GetRequiredValue(folder));
            using KillsChild child = new(files, parsed.GetValue(number), new KillsPlan(parsed.GetValue(seed)));
            if (parsed.GetValue(drain))
            {
                child.Drain(files);
            }
            else
            {
                child.LogUntilKilled();
            }

            return ExitCode.Success;
        });
        return command;
    }

    public static Process Start(string folder, int number, int seed, bool drains)
    {
        IReadOnlyList<string> program = OwnProgram.CommandLine;
        string[] drain = drains ? [Drain] : [];
        string[] arguments = [.. program.Skip(1), ChildName, Folder, folder, Number, $"{number}", Seed, $"{seed}", .. drain];
        return Leftovers.Start(new ProcessStartInfo(program[0], arguments) { UseShellExecute = false });
    }

    private static int Run(IEnumerable<int> seeds, int kills, int? runs)
    {
        KillsResult total = new();
        foreach (int seed in seeds)
        {
            KillsResult result = new KillsRun(seed, kills).Run();
            if (runs is null && result.SlowestFirstLine > LongestFirstLine)
            {
                result.Faults.Add($"a process logged its first line after {result.SlowestFirstLine} ms");
            }

            Console.WriteLine($"seed {seed}: {result}");
            foreach (string fault in result.Faults)
            {
                Console.WriteLine($"  {fault}");
            }

            total.Add(result);
            if (total.Runs >= runs)
            {
                break;
            }
        }

        Console.WriteLine($"all: {total}");
        return ExitCode.Of(total.Faults.Count == 0);
    }
}

/// <summary>What runs have shown.</summary>
internal sealed class KillsResult
{
    public List<string> Faults { get; } = [];
    public int Runs { get; set; }
    public int Kills { get; set; }
    public long Calls { get; set; }
    public long Lines { get; set; }
    public long Recovered { get; set; }
    public long Twice { get; set; }

    /// <summary>Events in files that were put aside, or were damaged between two processes, or that a log refused.</summary>
    public long Excused { get; set; }

    /// <summary>Events that are missing, of which the process itself has counted as many.</summary>
    public long CountedLosses { get; set; }

    /// <summary>Events that are missing and not counted.</summary>
    public long Losses { get; set; }

    /// <summary>The longest that a process took to its first new line, in milliseconds.</summary>
    public long SlowestFirstLine { get; set; }

    public void Add(KillsResult other)
    {
        Faults.AddRange(other.Faults);
        Runs += other.Runs;
        Kills += other.Kills;
        Calls += other.Calls;
        Lines += other.Lines;
        Recovered += other.Recovered;
        Twice += other.Twice;
        Excused += other.Excused;
        CountedLosses += other.CountedLosses;
        Losses += other.Losses;
        SlowestFirstLine = Math.Max(SlowestFirstLine, other.SlowestFirstLine);
    }

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Runs} run(s), {Kills} kill(s), {Calls:N0} call(s), {Lines:N0} line(s), {Recovered:N0} recovered, {Twice:N0} twice, ")
        + string.Create(
            CultureInfo.InvariantCulture,
            $"{Excused:N0} refused, damaged or put aside, {CountedLosses:N0} counted loss(es), {Losses:N0} loss(es), ")
        + string.Create(CultureInfo.InvariantCulture, $"first line after at most {SlowestFirstLine:N0} ms: ")
        + (Faults.Count == 0 ? "holds" : "BROKEN");
}
