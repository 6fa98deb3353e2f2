namespace Easy.Logger.DogStatsd.Datagrams;

/// <summary>What all lines of one sender have in common. Immutable.</summary>
/// <param name="Tags">Writes their tags.</param>
/// <param name="Prefix">Before the name of each metric.</param>
/// <param name="TagsLast">
/// Whether nothing comes behind the tags: fields that some servers refuse before the tags and take for a part of the last one behind them.
/// </param>
/// <param name="Origin">The container and what orchestrators add, each with a separator before it.</param>
/// <param name="Cardinality">That of lines whose call says none.</param>
internal sealed record LineFormat(
    DogStatsdTagSerializer Tags, string Prefix, bool TagsLast, byte[] Origin, DogStatsdCardinality Cardinality)
{
    /// <summary>
    /// The most that the agent reads of one datagram: https://docs.datadoghq.com/developers/dogstatsd, <c>dogstatsd_buffer_size</c>.
    /// </summary>
    public const int MaxBytes = 8_192;

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
