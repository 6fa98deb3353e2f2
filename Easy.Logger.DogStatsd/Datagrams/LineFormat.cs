namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>What all lines of one sender have in common. Immutable.</summary>
internal sealed class LineFormat
{
    /// <summary>
    /// The most that the agent reads of one datagram: https://docs.datadoghq.com/developers/dogstatsd, <c>dogstatsd_buffer_size</c>.
    /// </summary>
    public const int MaxBytes = 8_192;

    public DogStatsdTagSerializer Tags { get; init; } = new();

    /// <summary>Before the name of each metric.</summary>
    public string Prefix { get; init; } = string.Empty;

    /// <summary>
    /// Whether nothing comes behind the tags: fields that some servers refuse before the tags and take for a part of the last one behind
    /// them.
    /// </summary>
    public bool TagsLast { get; init; }

    /// <summary>The container and what orchestrators add, each with a separator before it.</summary>
    public byte[] Origin { get; init; } = [];

    /// <summary>That of lines whose call says none.</summary>
    public DogStatsdCardinality Cardinality { get; init; }

    /// <summary>The fields that say who sends, but for the cardinality.</summary>
    public static byte[] OriginOf(string? containerId, string? externalData)
    {
        byte[] memory = new byte[MaxBytes];
        LineWriter writer = new(memory);
        writer.WriteField("|c:"u8, containerId);
        writer.WriteField("|e:"u8, externalData);
        return writer.IsTooLong
            ? throw new ArgumentException("Container id and external data are longer than a line may be.")
            : writer.Written.ToArray();
    }

    /// <summary>Writes the fields that say who sends: container, what orchestrators add, cardinality.</summary>
    public void WriteOrigin(ref LineWriter writer, DogStatsdCardinality ofCall)
    {
        if (!TagsLast)
        {
            writer.Write(Origin);
            writer.Write(MarkOf(ofCall == DogStatsdCardinality.Default ? Cardinality : ofCall));
        }
    }

    private static ReadOnlySpan<byte> MarkOf(DogStatsdCardinality cardinality) => cardinality switch
    {
        DogStatsdCardinality.None => "|card:none"u8,
        DogStatsdCardinality.Low => "|card:low"u8,
        DogStatsdCardinality.Orchestrator => "|card:orchestrator"u8,
        DogStatsdCardinality.High => "|card:high"u8,
        _ => [],
    };
}
