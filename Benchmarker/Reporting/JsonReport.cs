using System.Text.Encodings.Web;
using System.Text.Json;

namespace Benchmarker.Reporting;

/// <summary>The file with the results: a JSON array with one object per scenario and number of threads.</summary>
internal static class JsonReport
{
    // Read by people too, and never put into a page: the plus sign of a version stays one.
    private static readonly JsonSerializerOptions _format = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

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

    public static void Write(FileInfo file, IReadOnlyList<JsonRow> rows) =>
        File.WriteAllText(file.FullName, JsonSerializer.Serialize(rows, _format) + Environment.NewLine);

    public static IReadOnlyList<JsonRow> Read(FileInfo file) => JsonSerializer.Deserialize<JsonRow[]>(File.ReadAllText(file.FullName)) ?? [];
}
