namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>What all lines of one sender have in common. Immutable.</summary>
internal sealed class LineFormat
{
    /// <summary>
    /// The most that the agent reads of one datagram: https://docs.datadoghq.com/developers/dogstatsd, <c>dogstatsd_buffer_size</c>.
    /// </summary>
    public const int MostBytes = 8_192;

    public DogStatsdTagSerializer Tags { get; init; } = new();

    /// <summary>Before the name of each metric.</summary>
    public string Prefix { get; init; } = string.Empty;

    /// <summary>
    /// Whether nothing comes behind the tags: fields that some servers refuse before the tags and take for a part of the last one behind
    /// them.
    /// </summary>
    public bool TagsLast { get; init; }

    /// <summary>Behind the fields of every metric, each with a separator before it.</summary>
    public byte[] Origin { get; init; } = [];

    /// <summary>The fields that say who sends: container, what orchestrators add, cardinality.</summary>
    public static byte[] OriginOf(string? containerId, string? externalData, DogStatsdCardinality cardinality)
    {
        byte[] memory = new byte[MostBytes];
        LineWriter writer = new(memory);
        writer.WriteField("|c:"u8, containerId);
        writer.WriteField("|e:"u8, externalData);
        switch (cardinality)
        {
            case DogStatsdCardinality.None:
                writer.Write("|card:none"u8);
                break;
            case DogStatsdCardinality.Low:
                writer.Write("|card:low"u8);
                break;
            case DogStatsdCardinality.Orchestrator:
                writer.Write("|card:orchestrator"u8);
                break;
            case DogStatsdCardinality.High:
                writer.Write("|card:high"u8);
                break;
        }

        return writer.IsTooLong ? throw new ArgumentException("Container id and external data are longer than a line may be.") : writer.Written.ToArray();
    }
}
