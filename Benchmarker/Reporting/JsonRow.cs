using System.Text.Json.Serialization;

namespace Benchmarker.Reporting;

/// <summary>One scenario in the JSON file. The names are relied on by scripts.</summary>
internal sealed record JsonRow(
    [property: JsonPropertyName("scenario")] string Scenario,
    [property: JsonPropertyName("threads")] int Threads,
    [property: JsonPropertyName("seconds")] double Seconds,
    [property: JsonPropertyName("accepted")] long Accepted,
    [property: JsonPropertyName("acceptedPerSecond")] double AcceptedPerSecond,
    [property: JsonPropertyName("sustainedPerSecond")] double SustainedPerSecond,
    [property: JsonPropertyName("ratioToDirect")] double? RatioToDirect,
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
    [property: JsonPropertyName("log4netIsStandIn")] bool Log4NetIsStandIn);
