using System.Text.Json.Serialization;
using Benchmarker.Reporting;

namespace Benchmarker.CallerCost;

/// <summary>The JSON file: where and on what it was measured, and the calls, the first one into nothing.</summary>
internal sealed record CallerCostReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("rows")] IReadOnlyList<CallerCostRow> Rows)
{
    /// <summary>For a terminal.</summary>
    public void Write(TextWriter output)
    {
        TextColumns.Write(
            output,
            [
                ["call", "ns", "ratio", "B/call", "B more"],
                .. Rows.Select(row => (string[])
                    [row.Call, $"{row.Nanoseconds:N0}", ResultColumns.Ratio(row.Ratio), $"{row.Bytes:N1}", $"{row.BytesMore:N1}"]),
            ],
            numbers: true);
        output.WriteLine($"Medians of bursts of {CallerCostRun.Burst} calls on one thread.");
    }
}

/// <summary>One kind of call, on the caller's thread alone.</summary>
/// <param name="Call">What comes of it.</param>
/// <param name="Nanoseconds">The median time.</param>
/// <param name="Ratio">The same as a multiple of a call into nothing.</param>
/// <param name="Bytes">What it allocates; log4net's own event and message are most of it.</param>
/// <param name="BytesMore">What it allocates beyond a call into nothing.</param>
internal sealed record CallerCostRow(
    [property: JsonPropertyName("call")] string Call,
    [property: JsonPropertyName("nanoseconds")] double Nanoseconds,
    [property: JsonPropertyName("ratio")] double Ratio,
    [property: JsonPropertyName("bytes")] double Bytes,
    [property: JsonPropertyName("bytesMore")] double BytesMore);
