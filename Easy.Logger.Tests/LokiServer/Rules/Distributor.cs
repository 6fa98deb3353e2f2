using LokiServer.Decoding;

namespace LokiServer.Rules;

/// <summary>Checks what comes over HTTP, and hands on what is good. Not thread-safe.</summary>
internal sealed class Distributor(LokiLimits limits, TimeProvider time, Ingester ingester)
{
    public const int Taken = 204;

    // What is not a tenant's goes under a name that no tenant can have.
    private const string Nobody = "";

    private readonly Dictionary<string, TokenBucket> _buckets = [];

    public Answer Push(IReadOnlyList<PushedStream> streams, string? tenant)
    {
        if (streams.Count == 0)
        {
            return new Answer(422, "error at least one valid stream is required for ingestion");
        }

        if (streams.FirstOrDefault(stream => stream.LabelError is not null) is { } unreadable)
        {
            return new Answer(400, $"couldn't parse labels: {unreadable.LabelError}");
        }

        List<string> problems = [];
        List<PushedStream> good = [.. streams.Select(stream => Filter(stream, problems)).Where(stream => stream.Entries.Count > 0)];
        if (Limit(good, tenant) is { } limited)
        {
            return limited;
        }

        long bytes = PushSize.Of(good);
        if (bytes > limits.MessageBytes)
        {
            return new Answer(
                500,
                "rpc error: code = ResourceExhausted desc = grpc: received message larger than max "
                    + $"({bytes} vs. {limits.MessageBytes})");
        }

        problems.AddRange(good.Select(stream =>
            ingester.Push(tenant, stream.Labels!, LabelSelector.Format(stream.Labels!), stream.Entries)));
        string text = string.Join('\n', problems.Where(problem => problem.Length > 0));
        return text.Length == 0 ? new Answer(Taken, text) : new Answer(Ingester.StatusOf(text), text);
    }

    private PushedStream Filter(PushedStream stream, List<string> problems)
    {
        if (EntryRules.Problem(stream) is { } labelProblem)
        {
            problems.Add(labelProblem);
            return stream with { Entries = [] };
        }

        DateTimeOffset now = time.GetUtcNow();
        ILookup<string?, PushedEntry> entries = stream.Entries.ToLookup(entry => EntryRules.Problem(stream, entry, limits, now));
        problems.AddRange(entries.SelectMany(group => group.Select(_ => group.Key)).OfType<string>());
        return stream with { Entries = [.. entries[null]] };
    }

    private Answer? Limit(List<PushedStream> streams, string? tenant)
    {
        if (!limits.IsRateLimited)
        {
            return null;
        }

        if (!_buckets.TryGetValue(tenant ?? Nobody, out TokenBucket? bucket))
        {
            _buckets.Add(tenant ?? Nobody, bucket = new TokenBucket(limits.BytesPerSecond, limits.BurstBytes, time));
        }

        long bytes = streams.Sum(stream => stream.Entries.Sum(EntryRules.Bytes));
        return bucket.TryTake(bytes)
            ? null
            : new Answer(
                429,
                $"Ingestion rate limit exceeded for user {tenant ?? "fake"} (limit: {limits.BytesPerSecond} bytes/sec) while attempting to "
                + $"ingest '{streams.Sum(stream => stream.Entries.Count)}' lines totaling '{bytes}' bytes, reduce log volume or contact "
                + "your Loki administrator to see if the limit can be increased");
    }
}

/// <summary>What became of a push: 204 over HTTP and 0 over gRPC when all of it was taken, or what was refused, and why.</summary>
internal readonly record struct Answer(int Status, string Text);
