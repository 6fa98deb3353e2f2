using System.Text.Json.Serialization;

namespace Benchmarker.Draining;

/// <summary>The JSON file: where and on what it was measured, and what a full queue costs.</summary>
internal sealed record DrainReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("events")] int Events,
    [property: JsonPropertyName("runs")] int Runs,
    [property: JsonPropertyName("milliseconds")] double Milliseconds,
    [property: JsonPropertyName("millisecondsLeast")] double MillisecondsLeast,
    [property: JsonPropertyName("millisecondsMost")] double MillisecondsMost,
    [property: JsonPropertyName("fullQueueMegabytes")] double FullQueueMegabytes,
    [property: JsonPropertyName("watchedSeconds")] double WatchedSeconds,
    [property: JsonPropertyName("idleMilliseconds")] double IdleMilliseconds,
    [property: JsonPropertyName("idleMillisecondsWithoutAppender")] double IdleMillisecondsWithoutAppender);
