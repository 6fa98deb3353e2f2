namespace Easy.Logger.Loki.Labels;

/// <summary>
/// The streams of an appender by their labels, also across options: whatever leads to a stream, its lines have one clock. Not thread-safe.
/// </summary>
internal sealed class KnownStreams
{
    /// <summary>Most that are remembered.</summary>
    internal const int MaxStreams = 10_000;

    private readonly Dictionary<string, StreamLabels> _all = new(StringComparer.Ordinal);

    public bool IsFull => _all.Count >= MaxStreams;

    /// <summary>The stream with these labels.</summary>
    /// <param name="json">They as a JSON object.</param>
    /// <param name="selector">They as protobuf has them.</param>
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
