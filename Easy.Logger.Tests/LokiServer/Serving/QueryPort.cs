using System.Globalization;
using System.Text.Json;
using LokiServer.Decoding;
using Microsoft.AspNetCore.Http;

namespace LokiServer.Serving;

/// <summary>
/// As much of Loki's <c>/loki/api/v1/query_range</c> as shows what was stored: labels that are equal to texts, a span of time, lines with
/// the oldest first. As in Loki, a line's labels are those of its stream with its metadata, and each set of them is a stream of the
/// answer. A label or metadata with U+FFFD fails the query.
/// </summary>
internal static class QueryPort
{
    public static async Task ServeAsync(HttpContext context, IEnumerable<StoredEntry> stored)
    {
        IQueryCollection query = context.Request.Query;
        IReadOnlyDictionary<string, string> wanted = LabelSelector.Parse(query["query"].ToString());
        long start = long.Parse(query["start"].ToString(), CultureInfo.InvariantCulture);
        long end = long.Parse(query["end"].ToString(), CultureInfo.InvariantCulture);
        StoredEntry[] found = [.. VisibleOf(stored)
            .Where(entry => entry.TimestampNanoseconds >= start && entry.TimestampNanoseconds < end)
            .Where(entry => wanted.All(label => entry.Labels.GetValueOrDefault(label.Key) == label.Value))];
        if (Array.Exists(found, entry => LabelsOf(entry).Values.Any(value => value.Contains('\uFFFD', StringComparison.Ordinal))))
        {
            context.Response.StatusCode = 500;
            await context.Response.WriteAsync("invalid UTF-8", context.RequestAborted);
            return;
        }

        var streams = found
            .GroupBy(entry => JsonSerializer.Serialize(LabelsOf(entry)), StringComparer.Ordinal)
            .Select(group => new
            {
                stream = LabelsOf(group.First()),
                values = group.OrderBy(entry => entry.TimestampNanoseconds).Select(
                    entry => new[] { entry.TimestampNanoseconds.ToString(CultureInfo.InvariantCulture), entry.Line }),
            });
        await context.Response.WriteAsJsonAsync(
            new { status = "success", data = new { resultType = "streams", result = streams } }, context.RequestAborted);
    }

    /// <summary>Of streams whose labels are the same and differ as text, only the first one is found.</summary>
    private static IEnumerable<StoredEntry> VisibleOf(IEnumerable<StoredEntry> stored) => stored
        .GroupBy(entry => (entry.Tenant, JsonSerializer.Serialize(entry.Labels)))
        .SelectMany(group => group.Where(entry => entry.Selector == group.First().Selector));

    private static SortedDictionary<string, string> LabelsOf(StoredEntry entry) =>
        new(LabelSelector.Last(entry.Labels.Concat(entry.Metadata)), StringComparer.Ordinal);
}
