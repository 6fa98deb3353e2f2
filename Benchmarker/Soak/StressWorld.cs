using System.Xml;
using Easy.Logger;
using Easy.Logger.Buffering;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Benchmarker.Soak;

/// <summary>
/// A log4net repository whose root logger has one or two forwarders with random children, configured anew, as a changed file would, again
/// and again. One thread at a time configures.
/// </summary>
internal sealed class StressWorld
{
    private readonly Chance _chance;
    private readonly Hierarchy _repository;
    private readonly int _width;
    private readonly List<ForwarderLife> _lives = [];
    private volatile ForwarderLife[] _current = [];

    public StressWorld(int seed)
    {
        _chance = new Chance(seed);
        _width = 1 + _chance.Below(2);
        _repository = (Hierarchy)LogManager.CreateRepository($"stress-{seed}-{Guid.NewGuid():N}");
        Log = LogManager.GetLogger(_repository.Name, "producer");
        Reload();
    }

    public ILog Log { get; }

    /// <summary>Distinguishes the appenders of this world from others in log4net's internal log.</summary>
    public string Name => _repository.Name;

    /// <summary>The forwarders that the root logger has now.</summary>
    public IReadOnlyList<ForwarderLife> Current => _current;

    /// <summary>All that there were. To be read when nobody configures any more.</summary>
    public IReadOnlyList<ForwarderLife> Lives => _lives;

    /// <summary>How many forwarders each log call goes to.</summary>
    public int Width => _width;

    public void Reload()
    {
        XmlDocument document = new() { XmlResolver = null };
        IEnumerable<string> names = Enumerable.Range(0, _width).Select(index => $"{Name}-{index}");
        document.LoadXml($"<log4net>{string.Concat(names.Select(Forwarder))}{Root(names)}</log4net>");
        XmlConfigurator.Configure(_repository, document.DocumentElement!);
        _current =
            [.. _repository.Root.Appenders.OfType<AsyncBufferingForwardingAppender>().Select(forwarder => new ForwarderLife(forwarder))];
        _lives.AddRange(_current);
    }

    /// <summary>A child that comes and goes.</summary>
    public IAppender MakeVisitor() =>
        new RecordingTextAppender { Name = $"{Name}-visitor", Layout = new log4net.Layout.PatternLayout("%message%n") }.Activated();

    /// <summary>
    /// Closes what is current, but not log4net: children that still log then would come to no forwarder, and nobody would have counted it.
    /// </summary>
    public void Close() => Array.ForEach(_current, life => life.Forwarder.Close());

    /// <summary>When every worker has ended.</summary>
    public void Shutdown() => _repository.Shutdown();

    private string Forwarder(string name)
    {
        string[] children =
        [
            Child<RecordingAppender>($"{name}-array"),
            Child<RecordingTextAppender>($"{name}-text",
                """<layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%n" /></layout>"""),
            .. Enum.GetValues<MisbehavingAppender.Habit>().Where(_ => _chance.OneIn(2)).Select(
                habit => Misbehaving($"{name}-{habit}-{_lives.Count}", habit)),
        ];
        return $"""
            {string.Concat(children)}
            <appender name="{name}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
              {new RandomOptions(_chance).ToXml()}{string.Concat(children.Select(Reference))}
            </appender>
            """;

        static string Reference(string child) => $"""<appender-ref ref="{child.Split('"')[1]}" />""";
    }

    private string Misbehaving(string name, MisbehavingAppender.Habit habit) => Child<MisbehavingAppender>(
        name, $"""<does value="{habit}" /><seed value="{_chance.Below(int.MaxValue)}" /><repositoryName value="{Name}" />""");

    private static string Child<T>(string name, string options = "")
        where T : IAppender => $"""<appender name="{name}" type="{typeof(T).FullName}, {typeof(T).Assembly.GetName().Name}">"""
        + $"""{options}</appender>""";

    private static string Root(IEnumerable<string> names) =>
        $"""<root><level value="ALL" />{string.Concat(names.Select(name => $"""<appender-ref ref="{name}" />"""))}</root>""";
}

/// <summary>Options of an async appender by chance: small limits, so that queues fill, and short times, so that waits end.</summary>
internal sealed class RandomOptions
{
    private readonly (string Name, object Value)[] _options;

    public RandomOptions(Chance chance)
    {
        int bufferSize = chance.Of(1, 7, 64, 512);
        _options =
        [
            (nameof(AsyncBufferingForwardingAppender.BufferSize), bufferSize),
            (nameof(AsyncBufferingForwardingAppender.QueueLimit), bufferSize * (1 + chance.Below(20))),
            (nameof(AsyncBufferingForwardingAppender.IdleTime), chance.Of(1, 20, 200)),

            // Not without limit: a call that waits for room holds log4net's read lock, for which a reload waits, for which an attached
            // appender that logs waits.
            (nameof(AsyncBufferingForwardingAppender.BlockTimeout), chance.Of(0, 5, 100, 500)),
            (nameof(AsyncBufferingForwardingAppender.CloseTimeout), chance.Of(0, 50, 300, 1000)),
            (nameof(AsyncBufferingForwardingAppender.Overflow), chance.Of(Enum.GetValues<OverflowPolicy>())),
            (nameof(AsyncBufferingForwardingAppender.FlushLevel), chance.Of(Level.Warn, Level.Error, Level.Off)),
            (nameof(AsyncBufferingForwardingAppender.Lossy), chance.OneIn(6)),
            (nameof(AsyncBufferingForwardingAppender.BatchRendering), !chance.OneIn(4)),
            (nameof(AsyncBufferingForwardingAppender.ReportLoss), !chance.OneIn(4)),
        ];
    }

    public string ToXml() => string.Concat(_options.Select(option => $"""<{option.Name} value="{option.Value}" />"""))
        + """<evaluator type="log4net.Core.LevelEvaluator"><threshold value="ERROR" /></evaluator>""";

    public void ApplyTo(AsyncBufferingForwardingAppender appender)
    {
        foreach ((string name, object value) in _options)
        {
            typeof(AsyncBufferingForwardingAppender).GetProperty(name)!.SetValue(appender, value);
        }

        appender.ActivateOptions();
    }
}
