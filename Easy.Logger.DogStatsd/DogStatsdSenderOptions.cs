using Easy.Logger.DogStatsd.Configuration;

namespace Easy.Logger.DogStatsd;

/// <summary>How a <see cref="DogStatsdSender" /> sends. Read by its constructor; set by one thread.</summary>
public sealed class DogStatsdSenderOptions
{
    /// <summary>
    /// Where the server is: <c>udp://host:8125</c>, <c>host</c>, <c>host:port</c>, <c>unix:///var/run/datadog/dsd.socket</c> or the path
    /// alone, <c>unixgram://</c> for a datagram socket alone, <c>unixstream://</c> for a stream of packets with their length before
    /// them. The name of a host is resolved again after an error and once in a minute. Default what the environment says in
    /// <c>DD_DOGSTATSD_URL</c> or in <c>DD_AGENT_HOST</c> and <c>DD_DOGSTATSD_PORT</c>, else <c>127.0.0.1:8125</c>.
    /// </summary>
    public string? Address { get; set; }

    /// <summary>
    /// A way of the program's own to the server, which the sender disposes of; default a socket to <see cref="Address" />.
    /// </summary>
    public IDogStatsdTransport? Transport { get; set; }

    /// <summary>
    /// The tags that everything gets; default those of the environment, <see cref="DogStatsdTagSerializer.FromEnvironment" />.
    /// </summary>
    public DogStatsdTagSerializer? Tags { get; set; }

    /// <summary>
    /// What stands before the name of every metric, its point included; default nothing. Events and service checks have none.
    /// </summary>
    public string? Prefix { get; set; }

    /// <summary>
    /// Whether tags are the last field of a metric, for servers that know none behind them: time, container and cardinality are left out
    /// then, which such a server would refuse or take for a part of the last tag. Default <see langword="false" />.
    /// </summary>
    public bool TagsLast { get; set; }

    /// <summary>
    /// The container that everything comes from, as an agent wants it in <c>c:</c>; default the one of this process as Linux shows it in
    /// <c>/proc/self/cgroup</c> and <c>mountinfo</c>, unless <c>DD_ENTITY_ID</c> says who sends or <c>DD_ORIGIN_DETECTION_ENABLED</c> is
    /// <c>false</c>. Empty for none.
    /// </summary>
    public string? ContainerId { get; set; }

    /// <summary>
    /// What an orchestrator has the program pass on in <c>e:</c>; default the variable <c>DD_EXTERNAL_ENV</c> of the environment.
    /// </summary>
    public string? ExternalData { get; set; }

    /// <summary>
    /// How fine the tags are that the agent adds; default <see cref="DogStatsdCardinality.Default" />: what <c>DD_CARDINALITY</c> says,
    /// else the agent's own setting.
    /// </summary>
    public DogStatsdCardinality Cardinality { get; set; }

    /// <summary>
    /// The most bytes of a packet: 128 to 65,507; 0, the default, is what suits the way: 1,432 by UDP, 8,192 into a Unix socket or a
    /// <see cref="Transport" />. A single line may be longer, up to 8,192 bytes.
    /// </summary>
    public int MaxPacketBytes { get; set; }

    /// <summary>
    /// How long counters and gauges are added up before they are sent, in milliseconds: 1 to 3,600,000; 0, the default, sends each call. A
    /// counter is sent once with its sum and a gauge with its last value, for up to 10,000 names with their tags, cardinality included;
    /// what has a timestamp goes at once. Sample rates do not apply: nothing is left out.
    /// </summary>
    public int AggregationPeriod { get; set; }

    /// <summary>How long a packet that is not full waits for more, in milliseconds: 1 to 3,600,000, default 100.</summary>
    public int FlushPeriod { get; set; } = OptionBounds.FlushPeriod.Default;

    /// <summary>
    /// The most packets that wait while the server takes none: 1 to 1,000,000, default 1,000, which is 1.4 MB by UDP and 8 MB otherwise.
    /// What comes then is dropped and counted.
    /// </summary>
    public int QueueLimit { get; set; } = OptionBounds.QueueLimit.Default;

    /// <summary>
    /// The longest that <see cref="DogStatsdSender.Dispose" /> takes, in milliseconds: up to 86,400,000; 0 does not wait, -1 waits without
    /// limit, default 5,000.
    /// </summary>
    public int CloseTimeout { get; set; } = OptionBounds.CloseTimeout.Default;
}
