using System.Text.Json;
using Benchmarker.CommandLine;
using Benchmarker.Measuring;
using Benchmarker.Running;

namespace Benchmarker.Reporting;

/// <summary>The results as a JSON array with one object per scenario. A scenario whose process failed has no numbers and is left out.</summary>
internal static class JsonReport
{
    private static readonly JsonSerializerOptions _format = new() { WriteIndented = true };

    /// <summary>Why a file cannot be written; <see langword="null" /> when it can. An existing file keeps its content.</summary>
    public static string? WhyNotWritable(FileInfo file)
    {
        bool existed = file.Exists;
        try
        {
            file.Open(FileMode.OpenOrCreate, FileAccess.Write).Dispose();
            if (!existed)
            {
                file.Delete();
            }

            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            return e.Message;
        }
    }

    public static void Write(FileInfo file, IEnumerable<ScenarioResult> results, BenchmarkOptions options)
    {
        JsonRow[] rows = [.. results.Where(result => result.Measurement is not null).Select(result => Row(result, result.Measurement!, options))];
        File.WriteAllText(file.FullName, JsonSerializer.Serialize(rows, _format) + Environment.NewLine);
    }

    private static JsonRow Row(ScenarioResult result, Measurement measurement, BenchmarkOptions options) => new(
        result.Scenario.Name,
        options.Threads,
        options.Seconds,
        measurement.Accepted,
        Rounded(measurement.AcceptedPerSecond),
        Rounded(measurement.SustainedPerSecond),
        result.RatioToBaseline is { } ratio ? Rounded(ratio) : null,
        Rounded(measurement.NsPerCall),
        Rounded(measurement.P50Ns),
        Rounded(measurement.P99Ns),
        Rounded(measurement.P999Ns),
        Rounded(measurement.MaxNs),
        Rounded(measurement.BytesPerEvent),
        measurement.Gen0,
        measurement.Gen1,
        measurement.Gen2,
        measurement.Lines,
        measurement.Lost,
        Log4NetIdentity.Current.Version,
        Log4NetIdentity.Current.IsStandIn);

    private static double Rounded(double value) => Math.Round(value, 3);
}
