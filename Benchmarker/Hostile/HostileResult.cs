using System.Text.Json.Serialization;

namespace Benchmarker.Hostile;

/// <summary>What came of one scenario. The names in the JSON file are relied on by scripts.</summary>
internal sealed record HostileResult(
    [property: JsonPropertyName("scenario")] string Scenario,
    [property: JsonPropertyName("promise")] string Promise,
    [property: JsonPropertyName("seen")] string Seen,
    [property: JsonPropertyName("faults")] IReadOnlyList<string> Faults,
    [property: JsonPropertyName("skipped")] bool Skipped,
    [property: JsonPropertyName("seconds")] double Seconds)
{
    [JsonPropertyName("holds")]
    public bool Holds => !Skipped && Faults.Count == 0;
}

/// <summary>The JSON file: where it ran, and what came of every scenario in the order in which they ran.</summary>
internal sealed record HostileReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("pauseSeconds")] double PauseSeconds,
    [property: JsonPropertyName("results")] IReadOnlyList<HostileResult> Results);
