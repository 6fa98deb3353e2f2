using Easy.Logger.DogStatsd.Transport;
using log4net.Core;

namespace Easy.Logger.DogStatsd.Configuration;

/// <summary>Makes settings of the options of an appender, and sentences of what is wrong with them. Not thread-safe.</summary>
internal sealed class SettingsReader
{
    private const int MaxContainerId = 1_024; // those that there are have 64

    /// <summary>What is wrong: each names the option, the value and what is used instead.</summary>
    public List<string> Problems { get; } = [];

    public AppenderSettings Read(DogStatsdAppender appender) => new(
        SenderOptionsOf(appender),
        NameOf(appender.MetricName),
        appender.SendCounts,
        appender.CountLoggers,
        Within("maxSeries", appender.MaxSeries, OptionBounds.MaxSeries),
        TimeSpan.FromMilliseconds(Within("period", appender.Period, OptionBounds.Period)),
        appender.SendEvents,
        appender.EventThreshold ?? Level.Error,
        Within("maxEventsPerMinute", appender.MaxEventsPerMinute, OptionBounds.MaxEventsPerMinute),
        appender.Layout,
        appender.SendHealth);

    private DogStatsdSenderOptions SenderOptionsOf(DogStatsdAppender appender) => new()
    {
        Address = AddressOf(appender.Address),
        Transport = appender.Transport,
        Tags = TagsOf(appender),
        Prefix = appender.Prefix,
        TagsLast = appender.TagsLast,
        ContainerId = ContainerIdOf(appender.ContainerId),
        Cardinality = Defined("cardinality", appender.Cardinality),
        MaxPacketBytes = Within("maxPacketBytes", appender.MaxPacketBytes, OptionBounds.MaxPacketBytes),
        FlushPeriod = Within("flushPeriod", appender.FlushPeriod, OptionBounds.FlushPeriod),
        QueueLimit = Within("queueLimit", appender.QueueLimit, OptionBounds.QueueLimit),
        CloseTimeout = Within("closeTimeout", appender.CloseTimeout, OptionBounds.CloseTimeout),
    };

    /// <summary>One that is none is left to the environment, like one that is not there.</summary>
    private string? AddressOf(string? text)
    {
        if (string.IsNullOrWhiteSpace(text) || AgentAddress.Parse(text!) is not null)
        {
            return text;
        }

        AgentAddress instead = AgentAddress.FromEnvironment(Environment.GetEnvironmentVariable, out _);
        return Replace<string?>($"address '{text}' is none like {AgentAddress.Examples}; {instead} is used.", null);
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
            return Replace(
                $"tagCleaning {cleaning}: {e.Message} It is sent without it.", DogStatsdTagSerializer.FromEnvironment(appender.Tags));
        }
    }

    private string? ContainerIdOf(string? id) => id is null || id.Length <= MaxContainerId
        ? id
        : Replace<string?>(
            FormattableString.Invariant($"containerId of {id.Length} characters is longer than {MaxContainerId}; none is sent."), null);

    private string NameOf(string? name) => string.IsNullOrWhiteSpace(name)
        ? Replace($"metricName '{name}' is no name; {AppenderSettings.DefaultMetricName} is used.", AppenderSettings.DefaultMetricName)
        : name!.Trim();

    /// <summary>A number in a configuration may be none of the names.</summary>
    private T Defined<T>(string option, T value)
        where T : struct, Enum =>
        char.IsLetter(value.ToString()[0]) ? value : Replace($"{option} {value} has no meaning; {default(T)} is used.", default(T));

    private int Within(string option, int value, OptionBounds bounds) => bounds.Allow(value)
        ? value
        : Replace(FormattableString.Invariant($"{option} {value} is not within {bounds}; {bounds.Default} is used."), bounds.Default);

    private T Replace<T>(string problem, T instead)
    {
        Problems.Add(problem);
        return instead;
    }
}
