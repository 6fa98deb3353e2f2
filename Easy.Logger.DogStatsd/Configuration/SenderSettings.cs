using Easy.Logger.DogStatsd.Datagrams;
using Easy.Logger.DogStatsd.Transport;

namespace Easy.Logger.DogStatsd.Configuration;

/// <summary>What a sender makes of its options besides its periods and limits. Immutable.</summary>
/// <param name="Format">What its lines have in common.</param>
/// <param name="Transport">The way of its packets.</param>
/// <param name="Address">Where they go, for messages.</param>
/// <param name="PacketBytes">The most bytes of one.</param>
internal sealed record SenderSettings(LineFormat Format, IDogStatsdTransport Transport, string Address, int PacketBytes)
{
    /// <summary>What suits a way that is not ours.</summary>
    private const int TransportBytes = 8_192;

    /// <exception cref="ArgumentException">An option is out of its bounds, or the address is none.</exception>
    public static SenderSettings Of(DogStatsdSenderOptions options)
    {
        ThrowUnlessWithin(nameof(options.MaxPacketBytes), options.MaxPacketBytes, OptionBounds.MaxPacketBytes);
        ThrowUnlessWithin(nameof(options.FlushPeriod), options.FlushPeriod, OptionBounds.FlushPeriod);
        ThrowUnlessWithin(nameof(options.AggregationPeriod), options.AggregationPeriod, OptionBounds.AggregationPeriod);
        ThrowUnlessWithin(nameof(options.QueueLimit), options.QueueLimit, OptionBounds.QueueLimit);
        ThrowUnlessWithin(nameof(options.CloseTimeout), options.CloseTimeout, OptionBounds.CloseTimeout);
        (IDogStatsdTransport transport, string address, int packetBytes) = options.Transport is { } own
            ? (own, own.GetType().Name, TransportBytes)
            : WayTo(AddressOf(options.Address));
        LineFormat format = new(
            options.Tags ?? DogStatsdTagSerializer.FromEnvironment(),
            options.Prefix ?? string.Empty,
            options.TagsLast,
            LineFormat.OriginOf(
                options.ContainerId ?? ContainerFiles.Find(Environment.GetEnvironmentVariable),
                options.ExternalData ?? ExternalDataOfEnvironment()),
            options.Cardinality != DogStatsdCardinality.Default ? options.Cardinality : CardinalityOfEnvironment());
        return new SenderSettings(format, transport, address, options.MaxPacketBytes > 0 ? options.MaxPacketBytes : packetBytes);
    }

    private static (IDogStatsdTransport, string, int) WayTo(AgentAddress address) =>
        (new SocketTransport(address), address.ToString(), address.PacketBytes);

    private static AgentAddress AddressOf(string? text)
    {
        if (!string.IsNullOrWhiteSpace(text))
        {
            return AgentAddress.Parse(text!) ?? throw new ArgumentException($"Address '{text}' is none like {AgentAddress.Examples}.");
        }

        // Not the program's mistake, so it does not end the program.
        AgentAddress address = AgentAddress.FromEnvironment(Environment.GetEnvironmentVariable, out string? problem);
        if (problem is not null)
        {
            InternalLog.Error($"Easy.Logger DogStatsD: {problem}");
        }

        return address;
    }

    private static string? ExternalDataOfEnvironment()
    {
        const int Most = 1024;
        string? text = Environment.GetEnvironmentVariable("DD_EXTERNAL_ENV");
        if (text?.Length > Most)
        {
            InternalLog.Error(FormattableString.Invariant(
                $"Easy.Logger DogStatsD: DD_EXTERNAL_ENV has {text.Length} characters, more than {Most}: it is left out."));
            return null;
        }

        return text;
    }

    private static DogStatsdCardinality CardinalityOfEnvironment()
    {
        string? text = Environment.GetEnvironmentVariable("DD_CARDINALITY")?.Trim();
        DogStatsdCardinality cardinality = DogStatsdCardinality.Default;
        if (!string.IsNullOrEmpty(text) && !(text!.All(char.IsLetter) && Enum.TryParse(text, ignoreCase: true, out cardinality)))
        {
            InternalLog.Error($"Easy.Logger DogStatsD: DD_CARDINALITY '{text}' is none of none, low, orchestrator and high; "
                + "the agent's setting is used.");
        }

        return cardinality;
    }

    private static void ThrowUnlessWithin(string option, int value, OptionBounds bounds)
    {
        if (!bounds.Allow(value))
        {
            throw new ArgumentOutOfRangeException(option, value, $"{option} is to be within {bounds}.");
        }
    }
}
