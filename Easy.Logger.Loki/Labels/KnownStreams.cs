namespace Easy.Logger.Loki.Labels;

/// <summary>The streams of an appender by their labels, also across options: each has one clock. Not thread-safe.</summary>
internal sealed class KnownStreams
{
    /// <summary>Most that are remembered.</summary>
    internal const int MaxStreams = 10_000;

    private readonly Dictionary<string, StreamLabels> _all = new(StringComparer.Ordinal);

    public bool IsFull => _all.Count >= MaxStreams;

    /// <summary>The stream with these labels.</summary>
    public StreamLabels Of(byte[] json, string selector)
    {
        if (!_all.TryGetValue(selector, out StreamLabels? stream))
        {
            _all.Add(selector, stream = new StreamLabels(json, System.Text.Encoding.UTF8.GetBytes(selector)));
        }

        return stream;
    }

    public void Clear() => _all.Clear();
}

/// <summary>The labels of a stream, rendered once in both ways in which they are sent.</summary>
/// <param name="json">As a JSON object.</param>
/// <param name="selector">As protobuf has them: <c>{app="x", level="info"}</c>.</param>
internal sealed class StreamLabels(byte[] json, byte[] selector)
{
    public byte[] Json { get; } = json;

    public byte[] Selector { get; } = selector;

    public StreamClock Clock { get; } = new();

    /// <summary>Its place among the streams of the batch that it was used in last. It may be another batch than one looks at.</summary>
    public int Slot { get; set; }
}
