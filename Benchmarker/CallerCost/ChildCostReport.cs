using System.Text.Json.Serialization;
using Benchmarker.Reporting;

namespace Benchmarker.CallerCost;

/// <summary>The JSON file: where and on what it was measured, and the rows.</summary>
internal sealed record ChildCostReport(
    [property: JsonPropertyName("environment")] IReadOnlyDictionary<string, string> Environment,
    [property: JsonPropertyName("bursts")] int Bursts,
    [property: JsonPropertyName("rows")] IReadOnlyList<ChildCostRow> Rows)
{
    private const string Explanation =
        "Lower quartiles of bursts on one thread, and their ratio. Bytes: of the calling thread. Location: whose lines show the caller.";

    /// <summary>For a terminal.</summary>
    public void Write(TextWriter output)
    {
        TextColumns.Write(
            output,
            [
                ["child", "frames", "direct us", "wrapped us", "ratio", "direct B/call", "wrapped B/call", "location"],
                .. Rows.Select(row => (string[])
                [
                    row.Child,
                    $"{row.Frames}",
                    $"{row.DirectUs:N2}",
                    $"{row.WrappedUs:N2}",
                    ResultColumns.Ratio(row.Ratio),
                    $"{row.DirectBytes:N0}",
                    $"{row.WrappedBytes:N0}",
                    Location(row),
                ]),
            ],
            numbers: true);
        output.WriteLine(Explanation);
    }

    private static string Location(ChildCostRow row) => (row.DirectLocates, row.WrappedLocates) switch
    {
        (true, true) => "both",
        (true, false) => "direct only",
        (false, true) => "wrapped only",
        _ => "-",
    };
}
