using System.Globalization;
using Easy.Logger.DogStatsd.Transport;
using log4net.Core;

namespace Easy.Logger.DogStatsd.Configuration;

/// <summary>Makes settings of the options of an appender, and sentences of what is wrong with them. Not thread-safe.</summary>
internal sealed class SettingsReader
{
    private const int MaxContainerId = 1_024; // those that there are have 64
    private const int MaxPeriod = 3_600_000;
    private const int LargestMaxSeries = 100_000;
    private const int LargestMaxEvents = 6_000;

    private readonly List<string> _problems = [];

    /// <summary>What is wrong: each names the option, the value and what is used instead.</summary>
    public IReadOnlyList<string> Problems => _problems;

    public AppenderSettings Read(DogStatsdAppender appender) => new()
    {
        Sender = SenderOptionsOf(appender),
        MetricName = NameOf(appender.MetricName),
        SendCounts = appender.SendCounts,
        CountLoggers = appender.CountLoggers,
        MaxSeries = Within("maxSeries", appender.MaxSeries, 1, LargestMaxSeries, AppenderSettings.DefaultMaxSeries),
        Period = TimeSpan.FromMilliseconds(Within("period", appender.Period, 100, MaxPeriod, AppenderSettings.DefaultPeriod)),
        SendEvents = appender.SendEvents,
        EventThreshold = appender.EventThreshold ?? Level.Error,
        MaxEventsPerMinute =
            Within("maxEventsPerMinute", appender.MaxEventsPerMinute, 1, LargestMaxEvents, AppenderSettings.DefaultMaxEventsPerMinute),
        Layout = appender.Layout,
        SendHealth = appender.SendHealth,
    };

    private DogStatsdSenderOptions SenderOptionsOf(DogStatsdAppender appender) => new()
    {
        Address = AddressOf(appender.Address),
        Transport = appender.Transport,
        Tags = TagsOf(appender),
        Prefix = appender.Prefix,
        TagsLast = appender.TagsLast,
        ContainerId = ContainerIdOf(appender.ContainerId),
        Cardinality = Defined("cardinality", appender.Cardinality),
        MaxPacketBytes = appender.MaxPacketBytes == 0
            ? 0
            : Within(
                "maxPacketBytes",
                appender.MaxPacketBytes,
                DogStatsdSenderOptions.MinPacketBytes,
                DogStatsdSenderOptions.LargestPacketBytes,
                0),
        FlushPeriod = Within(
            "flushPeriod", appender.FlushPeriod, 1, DogStatsdSenderOptions.MaxFlushPeriod, DogStatsdSenderOptions.DefaultFlushPeriod),
        QueueLimit = Within(
            "queueLimit", appender.QueueLimit, 1, DogStatsdSenderOptions.LargestQueueLimit, DogStatsdSenderOptions.DefaultQueueLimit),
        CloseTimeout = Within(
            "closeTimeout",
            appender.CloseTimeout,
            -1,
            DogStatsdSenderOptions.MaxCloseTimeout,
            DogStatsdSenderOptions.DefaultCloseTimeout),
    };

    /// <summary>One that is none is left to the environment, like one that is not there.</summary>
    private string? AddressOf(string? text)
    {
        if (string.IsNullOrWhiteSpace(text) || AgentAddress.Parse(text!) is not null)
        {
            return text;
        }

        AgentAddress instead = AgentAddress.FromEnvironment(Environment.GetEnvironmentVariable, out _);
        _problems.Add($"address '{text}' is none like udp://host:8125, unix:///path or unixstream:///path; {instead} is used.");
        return null;
    }

    private DogStatsdTagSerializer TagsOf(DogStatsdAppender appender)
    {
        TagCleaning cleaning = Defined("tagCleaning", appender.TagCleaning);
        try
        {
            return DogStatsdTagSerializer.FromEnvironment(appender.Tags, cleaning);
        }
        catch (ArgumentException e)
        {
            _problems.Add($"tagCleaning {cleaning}: {e.Message} It is sent without it.");
            return DogStatsdTagSerializer.FromEnvironment(appender.Tags);
        }
    }

    private string? ContainerIdOf(string? id)
    {
        if (id is null || id.Length <= MaxContainerId)
        {
            return id;
        }

        _problems.Add(string.Format(
            CultureInfo.InvariantCulture,
            "containerId of {0} characters is longer than {1}; none is sent.",
            id.Length,
            MaxContainerId));
        return null;
    }

    private string NameOf(string? name)
    {
        if (!string.IsNullOrWhiteSpace(name))
        {
            return name!.Trim();
        }

        _problems.Add($"metricName '{name}' is no name; {AppenderSettings.DefaultMetricName} is used.");
        return AppenderSettings.DefaultMetricName;
    }

    /// <summary>A number in a configuration may be none of the names.</summary>
    private T Defined<T>(string option, T value)
        where T : struct, Enum
    {
        if (char.IsLetter(value.ToString()[0]))
        {
            return value;
        }

        _problems.Add($"{option} {value} has no meaning; {default(T)} is used.");
        return default;
    }

    private int Within(string option, int value, int least, int most, int standard)
    {
        if (value >= least && value <= most)
        {
            return value;
        }

        _problems.Add(string.Format(
            CultureInfo.InvariantCulture, "{0} {1} is not within {2} to {3}; {4} is used.", option, value, least, most, standard));
        return standard;
    }
}
