using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace Benchmarker.Soak.Hostile;

/// <summary>What a process under test reports: a file, because its console may be what is broken. Safe for several threads.</summary>
internal sealed class ScenarioReport(string folder) : IDisposable
{
    private readonly Lock _lock = new();
    private readonly FileStream _file = new(PathIn(folder), FileMode.Append, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);

    public void Write(ReportKind kind, string text)
    {
        byte[] line = Encoding.UTF8.GetBytes($"{Stopwatch.GetTimestamp()} {kind} {text.ReplaceLineEndings(" ")}\n");
        lock (_lock)
        {
            _file.Write(line);
        }
    }

    /// <summary>The lines that are complete so far.</summary>
    public static IReadOnlyList<ReportLine> Read(string folder)
    {
        if (!File.Exists(PathIn(folder)))
        {
            return [];
        }

        using FileStream file = new(PathIn(folder), FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using StreamReader reader = new(file);
        return [.. reader.ReadToEnd().Split('\n')[..^1].Select(ReportLine.Parse)];
    }

    public void Dispose() => _file.Dispose();

    private static string PathIn(string folder) => Path.Combine(folder, "report.txt");
}

/// <summary>What a line of a report says.</summary>
internal enum ReportKind
{
    /// <summary>How far the process has come.</summary>
    Stage,

    /// <summary>A measured value.</summary>
    Seen,

    /// <summary>A broken promise.</summary>
    Fault,
}

/// <param name="Timestamp">Of <see cref="Stopwatch" />, which on Linux is the same clock for all processes.</param>
/// <param name="Kind">What it says.</param>
/// <param name="Text">The line itself.</param>
internal sealed record ReportLine(long Timestamp, ReportKind Kind, string Text)
{
    public static ReportLine Parse(string line)
    {
        string[] parts = line.Split(' ', 3);
        return new ReportLine(long.Parse(parts[0], CultureInfo.InvariantCulture), Enum.Parse<ReportKind>(parts[1]), parts[2]);
    }
}
