using System.Text.Json.Serialization;
using Benchmarker.Reporting;

namespace Benchmarker.EventSource;

/// <summary>The JSON file: where and on what it was measured, and the rows. Only the appender's depend on log4net.</summary>
internal sealed record EventSourceReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("log4netVersion")] string Log4NetVersion,
    [property: JsonPropertyName("bursts")] int Bursts,
    [property: JsonPropertyName("rows")] IReadOnlyList<EventSourceRow> Rows)
{
    public static EventSourceReport Of(IReadOnlyList<EventSourceRow> rows, BenchmarkEnvironment environment, int bursts) =>
        new(environment.ByName, BenchmarkEnvironment.Log4NetVersion, bursts, rows);
}
