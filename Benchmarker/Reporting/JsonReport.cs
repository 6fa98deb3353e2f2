using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Benchmarker.Throughput;

namespace Benchmarker.Reporting;

/// <summary>
/// The file with the results: of the throughput benchmark a JSON array with one object per scenario and number of threads.
/// </summary>
internal static class JsonReport
{
    // Read by people too, and never put into a page: the plus sign of a version stays one.
    private static readonly JsonSerializerOptions _format =
        new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

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

    /// <summary>Nothing when nobody asked for a file.</summary>
    public static void Write<T>(FileInfo? file, T report)
    {
        if (file is not null)
        {
            File.WriteAllText(file.FullName, JsonSerializer.Serialize(report, _format) + Environment.NewLine);
        }
    }

    public static IReadOnlyList<JsonRow> Read(FileInfo file) => Read<JsonRow[]>(file);

    public static T Read<T>(FileInfo file) =>
        JsonSerializer.Deserialize<T>(File.ReadAllText(file.FullName)) ?? throw new InvalidDataException($"{file.Name} holds no results.");
}

/// <summary>
/// One scenario with one number of threads in the JSON file: what all its runs come to. The names are relied on by scripts.
/// </summary>
internal sealed record JsonRow(
    [property: JsonPropertyName("scenario")] string Scenario,
    [property: JsonPropertyName("threads")] int Threads,
    [property: JsonPropertyName("seconds")] double Seconds,
    [property: JsonPropertyName("runs")] int Runs,
    [property: JsonPropertyName("accepted")] long Accepted,
    [property: JsonPropertyName("acceptedPerSecond")] double AcceptedPerSecond,
    [property: JsonPropertyName("sustainedPerSecond")] double SustainedPerSecond,
    [property: JsonPropertyName("sustainedPerSecondOfEachRun")] IReadOnlyList<double> SustainedPerSecondOfEachRun,
    [property: JsonPropertyName("ratioToDirect")] double? RatioToDirect,
    [property: JsonPropertyName("ratioToDirectLeast")] double? RatioToDirectLeast,
    [property: JsonPropertyName("ratioToDirectMost")] double? RatioToDirectMost,
    [property: JsonPropertyName("nsPerCall")] double NsPerCall,
    [property: JsonPropertyName("p50Ns")] double P50Ns,
    [property: JsonPropertyName("p99Ns")] double P99Ns,
    [property: JsonPropertyName("p999Ns")] double P999Ns,
    [property: JsonPropertyName("maxNs")] double MaxNs,
    [property: JsonPropertyName("bytesPerEvent")] double BytesPerEvent,
    [property: JsonPropertyName("gen0")] int Gen0,
    [property: JsonPropertyName("gen1")] int Gen1,
    [property: JsonPropertyName("gen2")] int Gen2,
    [property: JsonPropertyName("lines")] long Lines,
    [property: JsonPropertyName("lost")] long Lost,
    [property: JsonPropertyName("log4netVersion")] string Log4NetVersion,
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment)
{
    /// <summary>One whose processes all failed has no numbers and is left out.</summary>
    public static IReadOnlyList<JsonRow> Of(
        IEnumerable<ScenarioSummary> summaries, BenchmarkOptions options, BenchmarkEnvironment environment) =>
    [
        .. summaries.Where(summary => summary.Measurement is not null).Select(
            summary => Of(summary, summary.Measurement!, options, environment)),
    ];

    private static JsonRow Of(
        ScenarioSummary summary, Measurement measurement, BenchmarkOptions options, BenchmarkEnvironment environment) => new(
        summary.Scenario.Name,
        summary.Threads,
        options.Seconds,
        summary.Results.Count,
        measurement.Accepted,
        Rounded(measurement.AcceptedPerSecond),
        Rounded(measurement.SustainedPerSecond),
        [.. summary.Results.Select(result => result.Measurement).OfType<Measurement>().Select(run => Rounded(run.SustainedPerSecond))],
        Rounded(summary.RatioToBaseline?.Median),
        Rounded(summary.RatioToBaseline?.Least),
        Rounded(summary.RatioToBaseline?.Most),
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
        BenchmarkEnvironment.Log4NetVersion,
        environment.ByName);

    private static double Rounded(double value) => Math.Round(value, 3);

    private static double? Rounded(double? value) => value is { } number ? Rounded(number) : null;
}
