using System.Text.Json.Serialization;

namespace Benchmarker.Latency;

/// <summary>The JSON file: where and on what it was measured, and a row for each scenario and rate.</summary>
internal sealed record LatencyReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("rows")] IReadOnlyList<LatencyRow> Rows);

/// <summary>One scenario at one rate.</summary>
internal sealed record LatencyRow(
    [property: JsonPropertyName("scenario")] string Scenario,
    [property: JsonPropertyName("load")] LatencyLoad Load,
    [property: JsonPropertyName("measurement")] LatencyMeasurement Measurement);
