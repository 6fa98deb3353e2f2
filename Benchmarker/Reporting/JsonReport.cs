using System.Text.Encodings.Web;
using System.Text.Json;

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

    public static void Write<T>(FileInfo file, T report) =>
        File.WriteAllText(file.FullName, JsonSerializer.Serialize(report, _format) + Environment.NewLine);

    public static IReadOnlyList<JsonRow> Read(FileInfo file) => Read<JsonRow[]>(file);

    public static T Read<T>(FileInfo file) =>
        JsonSerializer.Deserialize<T>(File.ReadAllText(file.FullName)) ?? throw new InvalidDataException($"{file.Name} holds no results.");
}
