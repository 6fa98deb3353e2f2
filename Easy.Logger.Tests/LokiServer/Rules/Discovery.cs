using System.Text.Json;
using LokiServer.Decoding;

namespace LokiServer.Rules;

/// <summary>
/// What Loki adds to streams and lines that come over HTTP. It looks for the level of unstructured lines, too; here that is unknown.
/// </summary>
internal static class Discovery
{
    public const string ServiceName = "service_name";
    public const string DetectedLevel = "detected_level";
    private const string Unknown = "unknown";

    private static readonly string[] _serviceLabels = ["service", "app", "application", "app_name", "name"];
    private static readonly string[] _levelFields = ["level", "LEVEL", "Level", "severity", "SEVERITY", "Severity", "lvl", "LVL", "Lvl"];

    public static string Service(IReadOnlyDictionary<string, string> labels) =>
        labels.GetValueOrDefault(ServiceName) ?? First(_serviceLabels, labels.GetValueOrDefault) ?? "unknown_service";

    /// <returns><see langword="null" /> when the line brings it.</returns>
    public static string? Level(IReadOnlyDictionary<string, string> labels, PushedEntry entry)
    {
        if (Metadata(entry, DetectedLevel) is not null)
        {
            return null;
        }

        string? level = First(_levelFields, labels.GetValueOrDefault) ?? First(_levelFields, name => Metadata(entry, name))
            ?? FromJson(entry.Line) ?? Unknown;
        return level.ToUpperInvariant() switch
        {
            "TRACE" or "TRC" => "trace",
            "DEBUG" or "DBG" => "debug",
            "INFO" or "INF" or "INFORMATION" => "info",
            "WARN" or "WRN" or "WARNING" => "warn",
            "ERROR" or "ERR" => "error",
            "CRITICAL" => "critical",
            "FATAL" => "fatal",
            _ => level,
        };
    }

    private static string? First(IEnumerable<string> names, Func<string, string?> find) =>
        names.Select(find).FirstOrDefault(value => value is not null);

    private static string? Metadata(PushedEntry entry, string name) => entry.Metadata.FirstOrDefault(pair => pair.Key == name).Value;

    private static string? FromJson(string line)
    {
        if (!line.StartsWith('{') || !line.EndsWith('}'))
        {
            return null;
        }

        try
        {
            using JsonDocument document = JsonDocument.Parse(line);
            return First(_levelFields, name => document.RootElement.TryGetProperty(name, out JsonElement level) ? level.ToString() : null);
        }
        catch (JsonException)
        {
            return null; // a text in braces
        }
    }
}
