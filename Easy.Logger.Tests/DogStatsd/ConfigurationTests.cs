using Easy.Logger.DogStatsd;

namespace Easy.Logger.Tests.DogStatsd;

/// <summary>From log4net's XML to an agent, and what becomes of a mistake.</summary>
[Category("DogStatsd")]
internal sealed class ConfigurationTests
{
    private const string Type = "Easy.Logger.DogStatsd.DogStatsdAppender, Easy.Logger.DogStatsd";

    [Test]
    public void Xml_AllOptions_ArriveAtAnAgent()
    {
        using AgentSocket agent = new();
        using TestRepository repository = new();
        repository.Configure($"""
            <appender name="metrics" type="{Type}">
              <address value="udp://127.0.0.1:{agent.Port}" />
              <prefix value="shop." />
              <tag value="team:orders" />
              <tag value="tier:web" />
              <tagCleaning value="Replace" />
              <tagsLast value="true" />
              <containerId value="83c0" />
              <cardinality value="Low" />
              <maxPacketBytes value="512" />
              <flushPeriod value="50" />
              <queueLimit value="10" />
              <closeTimeout value="1000" />
              <sendCounts value="true" />
              <metricName value="lines" />
              <countLoggers value="true" />
              <maxSeries value="20" />
              <period value="3600000" />
              <sendEvents value="true" />
              <eventThreshold value="WARN" />
              <maxEventsPerMinute value="5" />
              <sendHealth value="false" />
              <layout type="log4net.Layout.PatternLayout" value="%message!" />
            </appender>
            <root><level value="ALL" /><appender-ref ref="metrics" /></root>
            """);
        DogStatsdAppender appender = repository.Appender<DogStatsdAppender>();
        repository.Log("Shop").Warn("text");

        Assert.That(appender.Flush(10_000), Is.True);

        agent.WaitFor(packets => packets.Count == 1);
        Assert.That(agent.Lines[0], Does.Match(
            @"^_e\{10,5\}:Shop: text\|text!\|d:\d+\|k:Shop\|s:log4net\|t:warning\|#team:orders,tier:web,level:warn,logger:Shop$"));
        Assert.That(agent.Lines[1], Is.EqualTo("shop.lines:1|c|#team:orders,tier:web,level:warn,logger:Shop"));
    }

    /// <summary>One wrapper, one child more: what is written into the file is what is counted.</summary>
    [Test]
    public void Xml_BehindAForwarder_CountsAndDeferredMessagesArrive([Values] bool hasLayout)
    {
        using AgentSocket agent = new();
        using TestRepository repository = new();
        string layout = hasLayout ? """<layout type="log4net.Layout.PatternLayout" value="%logger %message" />""" : string.Empty;
        ConfigureBehindAForwarder(
            repository,
            $"""<address value="127.0.0.1:{agent.Port}" /><sendHealth value="false" /><sendEvents value="true" />{layout}""");
        for (int i = 0; i < 100; i++)
        {
            repository.Log("Shop").InfoFormat("text {0}", i);
        }

        repository.Log("Shop").ErrorFormat("error {0}", 1);
        repository.Dispose();

        agent.WaitFor(packets => packets.Count == 1);
        Assert.That(agent.Lines.Skip(1), Is.EquivalentTo(new[]
        {
            "log4net.events:100|c|#level:info,logger:Shop", "log4net.events:1|c|#level:error,logger:Shop",
        }));
        Assert.That(agent.Lines[0], Does.Match(
            $@"^_e\{{13,\d+\}}:Shop: error 1\|{(hasLayout ? "Shop " : string.Empty)}error 1\|d:.*\|#level:error,logger:Shop$"));
    }

    [Test]
    public void Mistakes_AllOptions_AreToldTogetherAndReplaced()
    {
        using InternalMessages messages = new();
        using AppenderScene scene = new(appender =>
        {
            appender.Address = "http://agent";
            appender.TagCleaning = TagCleaning.Strict;
            appender.AddTag("team:a,b");
            appender.ContainerId = new string('x', 9_000);
            appender.Cardinality = (DogStatsdCardinality)17;
            appender.MaxPacketBytes = 5;
            appender.FlushPeriod = 0;
            appender.QueueLimit = -1;
            appender.CloseTimeout = -2;
            appender.MetricName = " ";
            appender.MaxSeries = 0;
            appender.Period = 99;
            appender.MaxEventsPerMinute = 6_001;
            appender.EventThreshold = null!;
        });
        scene.Log("a").Info("text");
        scene.Flush();

        string message = messages.Naming($"[{scene.Appender.Name}]").Single();
        string[] expected =
        [
            "address 'http://agent' is none like udp://host:8125, unix:///path or unixstream:///path; udp://127.0.0.1:8125 is used.",
            "tagCleaning Strict: The tag 'team:a,b' has a character",
            "containerId of 9000 characters is longer than 1024; none is sent.",
            "cardinality 17 has no meaning; Default is used.",
            "maxPacketBytes 5 is not within 128 to 65507; 0 is used.",
            "flushPeriod 0 is not within 1 to 3600000; 100 is used.",
            "queueLimit -1 is not within 1 to 1000000; 1000 is used.",
            "closeTimeout -2 is not within -1 to 86400000; 5000 is used.",
            "metricName ' ' is no name; log4net.events is used.",
            "maxSeries 0 is not within 1 to 100000; 1000 is used.",
            "period 99 is not within 100 to 3600000; 10000 is used.",
            "maxEventsPerMinute 6001 is not within 1 to 6000; 10 is used.",
        ];
        Assert.Multiple(() => Array.ForEach(expected, problem => Assert.That(message, Does.Contain(problem))));
        Assert.That(scene.Transport.Lines, Is.EqualTo(new[] { "log4net.events:1|c|#team:ab,level:info,logger:a" }));
    }

    /// <summary>Nothing is connected, nor looked up, before the first packet.</summary>
    [Test]
    [Demand("A8")]
    public void AgentDoesNotExist_ActivationSaysNothingAndSendsNothing()
    {
        using InternalMessages messages = new();
        DogStatsdAppender appender = new(new ManualTimeProvider()) { Name = Some.Name("idle"), Address = "no-such-host.invalid" };
        appender.ActivateOptions();

        Assert.That(appender.Statistics!.Accepted, Is.Zero);
        Assert.That(messages.Naming($"[{appender.Name}]"), Is.Empty);
        Eventually.Returns(appender.Close, "close");
    }

    [Test]
    [Demand("G10")]
    public void AgentAbsentBehindAForwarder_LogCallsGoOnAndCloseIsInTime()
    {
        using TestRepository repository = new();
        ConfigureBehindAForwarder(
            repository,
            """<address value="127.0.0.1:9" /><sendEvents value="true" /><maxEventsPerMinute value="6000" /><queueLimit value="5" />""");
        AsyncBufferingForwardingAppender forwarder = repository.Appender<AsyncBufferingForwardingAppender>();
        DogStatsdAppender metrics = repository.Appender<DogStatsdAppender>();
        for (int i = 0; i < 5_000; i++)
        {
            repository.Log($"logger{i}").Error("text", new InvalidOperationException("because"));
        }

        Eventually.Returns(repository.Dispose, "shutdown");

        Assert.That(
            (forwarder.Statistics.Forwarded, forwarder.Statistics.Failed, forwarder.Statistics.Dropped), Is.EqualTo((5_000L, 0L, 0L)));
        Assert.That((metrics.Statistics!.Sent, metrics.Statistics.Pending), Is.EqualTo((0L, 0L)));
        Assert.That(metrics.Statistics.QueueFull, Is.Positive);
    }

    private static void ConfigureBehindAForwarder(TestRepository repository, string options) => repository.Configure($"""
        <appender name="metrics" type="{Type}">{options}</appender>
        <appender name="async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger"><appender-ref ref="metrics" /></appender>
        <root><level value="ALL" /><appender-ref ref="async" /></root>
        """);
}
