using System.Globalization;

namespace Benchmarker.Kills;

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
