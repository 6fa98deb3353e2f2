using Easy.Logger.DogStatsd.Datagrams;
using Easy.Logger.DogStatsd.Transport;

namespace Easy.Logger.DogStatsd.Configuration;

/// <summary>The options of a sender, checked. Immutable.</summary>
internal sealed class SenderSettings
{
    /// <summary>What suits a way that is not ours.</summary>
    private const int TransportBytes = 8_192;

    private SenderSettings(LineFormat format, IDogStatsdTransport transport, string address)
    {
        Format = format;
        Transport = transport;
        Address = address;
    }

    public LineFormat Format { get; }

    public IDogStatsdTransport Transport { get; }

    /// <summary>Where packets go, for messages.</summary>
    public string Address { get; }

    public int PacketBytes { get; private init; }

    public TimeSpan FlushPeriod { get; private init; }

    /// <summary>Zero when each call is sent.</summary>
    public TimeSpan AggregationPeriod { get; private init; }

    public int QueueLimit { get; private init; }

    public TimeSpan CloseTimeout { get; private init; }

    /// <exception cref="ArgumentException">An option is out of its bounds, or the address is none.</exception>
    public static SenderSettings Of(DogStatsdSenderOptions options)
    {
        if (options.MaxPacketBytes != 0)
        {
            ThrowUnlessWithin(
                nameof(options.MaxPacketBytes),
                options.MaxPacketBytes,
                DogStatsdSenderOptions.MinPacketBytes,
                DogStatsdSenderOptions.LargestPacketBytes);
        }

        ThrowUnlessWithin(nameof(options.FlushPeriod), options.FlushPeriod, 1, DogStatsdSenderOptions.MaxFlushPeriod);
        ThrowUnlessWithin(nameof(options.AggregationPeriod), options.AggregationPeriod, 0, DogStatsdSenderOptions.MaxFlushPeriod);
        ThrowUnlessWithin(nameof(options.QueueLimit), options.QueueLimit, 1, DogStatsdSenderOptions.LargestQueueLimit);
        ThrowUnlessWithin(nameof(options.CloseTimeout), options.CloseTimeout, -1, DogStatsdSenderOptions.MaxCloseTimeout);
        (IDogStatsdTransport transport, string address, int packetBytes) = WayOf(options);
        LineFormat format = new()
        {
            Tags = options.Tags ?? DogStatsdTagSerializer.FromEnvironment(),
            Prefix = options.Prefix ?? string.Empty,
            TagsLast = options.TagsLast,
            Origin = LineFormat.OriginOf(
                options.ContainerId ?? ContainerFiles.Find(Environment.GetEnvironmentVariable),
                options.ExternalData ?? ExternalDataOfEnvironment()),
            Cardinality = options.Cardinality != DogStatsdCardinality.Default ? options.Cardinality : CardinalityOfEnvironment(),
        };
        return new SenderSettings(format, transport, address)
        {
            PacketBytes = options.MaxPacketBytes == 0 ? packetBytes : options.MaxPacketBytes,
            FlushPeriod = TimeSpan.FromMilliseconds(options.FlushPeriod),
            AggregationPeriod = TimeSpan.FromMilliseconds(options.AggregationPeriod),
            QueueLimit = options.QueueLimit,
            CloseTimeout = TimeSpan.FromMilliseconds(options.CloseTimeout),
        };
    }

    private static (IDogStatsdTransport Transport, string Address, int PacketBytes) WayOf(DogStatsdSenderOptions options)
    {
        if (options.Transport is { } own)
        {
            return (own, own.GetType().Name, TransportBytes);
        }

        AgentAddress address = AddressOf(options.Address);
        return (new SocketTransport(address), address.ToString(), address.PacketBytes);
    }

    private static AgentAddress AddressOf(string? text)
    {
        if (!string.IsNullOrWhiteSpace(text))
        {
            return AgentAddress.Parse(text!) ?? throw new ArgumentException(
                $"Address '{text}' is none like udp://host:8125, unix:///path or unixstream:///path.");
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
        if (string.IsNullOrEmpty(text))
        {
            return DogStatsdCardinality.Default;
        }

        if (text!.All(char.IsLetter) && Enum.TryParse(text, ignoreCase: true, out DogStatsdCardinality cardinality))
        {
            return cardinality;
        }

        InternalLog.Error(
            $"Easy.Logger DogStatsD: DD_CARDINALITY '{text}' is none of none, low, orchestrator and high; the agent's setting is used.");
        return DogStatsdCardinality.Default;
    }

    private static void ThrowUnlessWithin(string option, int value, int least, int most)
    {
        if (value < least || value > most)
        {
            throw new ArgumentOutOfRangeException(
                option, value, FormattableString.Invariant($"{option} is to be within {least} to {most}."));
        }
    }
}
