namespace Benchmarker.Compare;

/// <summary>How far the child process is; written before each case, so that its parent knows which one ended the process.</summary>
/// <param name="Seed">The next case.</param>
/// <param name="Cases">The number of compared cases.</param>
/// <param name="Differences">The number of them that differ.</param>
internal sealed record CompareProgress(int Seed, int Cases, int Differences)
{
    private const string Mark = "# ";

    public static CompareProgress? TryParse(string line) =>
        line.StartsWith(Mark, StringComparison.Ordinal) && line[Mark.Length..].Split(' ') is [var seed, var cases, var differences]
            ? new CompareProgress(int.Parse(seed), int.Parse(cases), int.Parse(differences))
            : null;

    public override string ToString() => $"{Mark}{Seed} {Cases} {Differences}";
}
