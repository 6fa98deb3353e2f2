namespace Easy.Logger.Tests.DogStatsd;

/// <summary>From log4net's XML to an agent; mistakes; an appender that is activated again or closed while events are logged.</summary>
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
        Assert.That(repository.Appender<AsyncBufferingForwardingAppender>().Flush(30_000), Is.True);
        repository.Log("Shop").Warn("text");
        repository.Dispose();

        agent.WaitFor(packets => packets.Count == 2);
        string[] counts = ["100|c|#level:info,logger:Shop", "1|c|#level:error,logger:Shop", "1|c|#level:warn,logger:Shop"];
        Assert.That(agent.Lines.Skip(1), Is.EquivalentTo(counts.Select(count => $"log4net.events:{count}")));
        Assert.That(agent.Lines[0], Does.Match(
            $@"^_e\{{13,\d+\}}:Shop: error 1\|{(hasLayout ? "Shop " : string.Empty)}error 1\|d:.*\|#level:error,logger:Shop$"));
    }

    [Test]
    public void Mistakes_AllOptions_AreReportedTogetherAndReplaced()
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

    private static void ConfigureBehindAForwarder(TestRepository repository, string options) => repository.Configure($"""
        <appender name="metrics" type="{Type}">{options}</appender>
        <appender name="async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger"><appender-ref ref="metrics" /></appender>
        <root><level value="ALL" /><appender-ref ref="async" /></root>
        """);

    /// <summary>A period may end before the thread that began it gets on.</summary>
    [Test]
    public void ActivateOptions_PeriodEndsAtOnce_NothingIsThrown()
    {
        DogStatsdAppender appender =
            new(new HastyTimeProvider()) { Name = Some.Name("hasty"), Transport = new RecordingTransport(), SendHealth = false };

        Assert.That(appender.ActivateOptions, Throws.Nothing);
        appender.Close();
    }

    /// <summary>An event that is under way in one thread while another closes the appender comes too late, and must not vanish.</summary>
    [Test]
    public void Close_WhileAnEventIsUnderWay_WhatWasCountedIsSentThatEventIsCountedAndLaterOnesAreRefused()
    {
        using AppenderScene scene = new(appender => appender.AddFilter(new DelegatingFilter(logged =>
        {
            if (logged.LoggerName == "closes")
            {
                Eventually.Returns(appender.Close, "close");
            }

            return FilterDecision.Neutral;
        })));
        scene.Log("a").Info("text");

        scene.Log("closes").Info("text");

        Assert.That(scene.Counters, Is.EqualTo(new[] { "log4net.events 1 level:info logger:a" }));
        Assert.That(scene.Transport.IsDisposed, Is.True);
        Assert.That((scene.Appender.Statistics!.Accepted, scene.Appender.Statistics.Closed), Is.EqualTo((2L, 1L)));
        scene.Appender.DoAppend(scene.Event("a", Level.Info, "text"));
        Assert.That(scene.Errors.Errors, Has.Count.EqualTo(1));
        Assert.That(scene.Appender.Close, Throws.Nothing);
    }

    /// <summary>A transport goes with the sender that has it, when that has sent its rest: the next one needs another.</summary>
    [Test]
    public void ActivateOptions_AgainWithTheSameTransportAndThenAnother_WhatWasCountedIsSentAsItWas()
    {
        using InternalMessages messages = new();
        using AppenderScene scene = new();
        string[] counted = ["log4net.events 1 level:info logger:a"];
        scene.Appender.MetricName = "renamed";
        scene.Appender.ActivateOptions();
        scene.Log("a").Info("text");
        scene.Flush();

        Assert.That(scene.Counters, Is.EqualTo(counted));
        Assert.That(scene.Transport.IsDisposed, Is.False);
        Assert.That(messages.Naming($"[{scene.Appender.Name}]"), Has.Exactly(1).Contains("Transport"));

        scene.Log("a").Info("text");
        RecordingTransport second = new();
        scene.Appender.Transport = second;
        scene.Appender.ActivateOptions();
        scene.Log("a").Info("text");
        scene.Flush();

        Eventually.Holds(() => scene.Transport.IsDisposed, "the first one has ended");
        Assert.That(scene.Counters, Is.EqualTo([.. counted, .. counted]));
        Assert.That(second.Lines, Is.EqualTo(new[] { "renamed:1|c|#level:info,logger:a" }));
    }

    /// <summary>Nothing is connected, nor looked up, before the first packet.</summary>
    [Test]
    [Demand("A8")]
    public void NotActivatedOrAgentDoesNotExist_EventsAreIgnoredAndActivationSaysNothingAndSendsNothing()
    {
        using InternalMessages messages = new();
        using TestRepository repository = new();
        DogStatsdAppender appender = new(new ManualTimeProvider()) { Name = Some.Name("idle"), Address = "no-such-host.invalid" };
        appender.DoAppend(new LoggingEvent(typeof(ConfigurationTests), repository.Hierarchy, "a", Level.Info, "text", null));
        appender.DoAppend((LoggingEvent)null!);

        Assert.That(appender.Statistics, Is.Null);
        Assert.That(appender.Flush(0), Is.True);
        Assert.That(() => appender.DoAppend((LoggingEvent[])null!), Throws.ArgumentNullException);
        Assert.That(() => appender.DoAppend((EventBatch)null!), Throws.ArgumentNullException);
        Assert.That(new DogStatsdAppender().Close, Throws.Nothing);
        appender.ActivateOptions();
        Assert.That(appender.Statistics!.Accepted, Is.Zero);
        Assert.That(messages.Naming($"[{appender.Name}]"), Is.Empty);
        Eventually.Returns(appender.Close, "close");
    }

    /// <summary>Timers are due before their maker has them.</summary>
    private sealed class HastyTimeProvider : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            if (dueTime != Timeout.InfiniteTimeSpan)
            {
                callback(state);
            }

            return System.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }
    }
}
