namespace Easy.Logger.Loki.Labels;

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
