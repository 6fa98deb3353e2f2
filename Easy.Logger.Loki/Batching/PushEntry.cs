namespace Easy.Logger.Loki.Batching;

/// <summary>One line of a batch; its texts are in the memory of the batch.</summary>
internal readonly record struct PushEntry
{
    /// <summary>The stream, as its place in the batch.</summary>
    public int Stream { get; init; }

    /// <summary>Since the Unix epoch.</summary>
    public long Nanoseconds { get; init; }

    public int LineStart { get; init; }

    public int LineLength { get; init; }

    /// <summary>Names and values, as <see cref="TextPairs" /> reads them.</summary>
    public int MetadataStart { get; init; }

    public int MetadataLength { get; init; }

    /// <summary>
    /// The size of the entry as protobuf, without the tag and the length before it: what a server's limits are about, whatever the
    /// encoding.
    /// </summary>
    public int ProtobufSize { get; init; }
}
