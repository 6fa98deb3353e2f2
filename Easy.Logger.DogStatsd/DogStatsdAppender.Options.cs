using Easy.Logger.DogStatsd.Configuration;
using log4net.Core;

namespace Easy.Logger.DogStatsd;

/// <content>The options.</content>
public sealed partial class DogStatsdAppender
{
    /// <summary>
    /// Where the server is: <c>udp://host:8125</c>, <c>host</c>, <c>host:port</c>, <c>unix:///var/run/datadog/dsd.socket</c> or the path
    /// alone, <c>unixgram://</c> for a datagram socket alone, <c>unixstream://</c> for a stream of packets with their length before
    /// them. The name of a host is resolved again after an error and once in a minute. Default what the environment says in
    /// <c>DD_DOGSTATSD_URL</c> or in <c>DD_AGENT_HOST</c> and <c>DD_DOGSTATSD_PORT</c>, else <c>127.0.0.1:8125</c>.
    /// </summary>
    public string? Address { get; set; }

    /// <summary>
    /// A way of the program's own to the server, which the appender disposes of; set in code, default a socket to <see cref="Address" />.
    /// Options that are activated again need another one.
    /// </summary>
    public IDogStatsdTransport? Transport { get; set; }

    /// <summary>What becomes of characters that would end a tag early; default <see cref="TagCleaning.Strip" />.</summary>
    public TagCleaning TagCleaning { get; set; }

    /// <summary>What stands before the name of every metric, its point included; default nothing.</summary>
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
    /// How fine the tags are that the agent adds; default <see cref="DogStatsdCardinality.Default" />: what <c>DD_CARDINALITY</c> says,
    /// else the agent's own setting.
    /// </summary>
    public DogStatsdCardinality Cardinality { get; set; }

    /// <summary>
    /// The most bytes of a packet: 128 to 65,507; 0, the default, is what suits the way: 1,432 by UDP, 8,192 into a Unix socket or a
    /// <see cref="Transport" />. A single line may be longer, up to 8,192 bytes.
    /// </summary>
    public int MaxPacketBytes { get; set; }

    /// <summary>How long a packet that is not full waits for more, in milliseconds: 1 to 3,600,000, default 100.</summary>
    public int FlushPeriod { get; set; } = OptionBounds.FlushPeriod.Default;

    /// <summary>
    /// The most packets that wait while the server takes none: 1 to 1,000,000, default 1,000, which is 1.4 MB by UDP and 8 MB otherwise.
    /// What comes then is dropped and counted.
    /// </summary>
    public int QueueLimit { get; set; } = OptionBounds.QueueLimit.Default;

    /// <summary>
    /// The longest that Close takes, in milliseconds: up to 86,400,000; 0 does not wait, -1 waits without limit, default 5,000.
    /// </summary>
    public int CloseTimeout { get; set; } = OptionBounds.CloseTimeout.Default;

    /// <summary>Whether events are counted; default <see langword="true" />.</summary>
    public bool SendCounts { get; set; } = true;

    /// <summary>The name of the counter, behind the <see cref="Prefix" />; default <c>log4net.events</c>.</summary>
    public string MetricName { get; set; } = AppenderSettings.DefaultMetricName;

    /// <summary>
    /// Whether events are counted for each logger, in the tag <c>logger</c>, and not for each level alone; default <see langword="true" />.
    /// </summary>
    public bool CountLoggers { get; set; } = true;

    /// <summary>
    /// The most levels and loggers that are distinguished: 1 to 100,000, default 1,000. Events of others are counted for
    /// <c>logger:(others)</c>. Each is a series that somebody pays for.
    /// </summary>
    public int MaxSeries { get; set; } = OptionBounds.MaxSeries.Default;

    /// <summary>
    /// How often counts and health are sent, in milliseconds: 100 to 3,600,000, default 10,000, which is how often an agent passes them on.
    /// </summary>
    public int Period { get; set; } = OptionBounds.Period.Default;

    /// <summary>Whether severe events are sent into the stream of events, too; default <see langword="false" />.</summary>
    public bool SendEvents { get; set; }

    /// <summary>The least level of those; default ERROR.</summary>
    public Level EventThreshold { get; set; } = Level.Error;

    /// <summary>
    /// The most events of that kind in a minute: 1 to 6,000, default 10. The next one says how many were left out before it.
    /// </summary>
    public int MaxEventsPerMinute { get; set; } = OptionBounds.MaxEventsPerMinute.Default;

    /// <summary>
    /// Whether the health of all appenders of Easy.Logger in the process is sent, what the meter <c>Easy.Logger</c> says; default
    /// <see langword="true" />. Where several of these appenders do so the numbers are there several times.
    /// </summary>
    public bool SendHealth { get; set; } = true;

    internal List<string> Tags { get; } = [];

    /// <summary>
    /// Adds a tag that everything gets, <c>&lt;tag value="team:shop" /&gt;</c>. It wins over one of the same name in the environment.
    /// </summary>
    /// <param name="tag">The tag, <c>name:value</c> or <c>name</c>; <see langword="null" /> is ignored.</param>
    public void AddTag(string tag)
    {
        if (tag is not null)
        {
            Tags.Add(tag);
        }
    }
}
