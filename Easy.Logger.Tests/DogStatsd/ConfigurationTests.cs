namespace Easy.Logger.Tests.DogStatsd;

/// <summary>From log4net's XML to an agent; mistakes; an appender that is activated again or closed while events are logged.</summary>
[Category("DogStatsd")]
internal sealed class ConfigurationTests
{
    private const string Type = "Easy.Logger.DogStatsd.DogStatsdAppender, Easy.Logger.DogStatsd";

    /// <summary>Behind a forwarder, so that messages are deferred.</summary>
    [Test]
    public void Xml_AllOptionsBehindAForwarder_CountsAndEventsArriveAtAnAgent()
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
            <appender name="async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
              <appender-ref ref="metrics" />
            </appender>
            <root><level value="ALL" /><appender-ref ref="async" /></root>
            """);
        for (int i = 0; i < 100; i++)
        {
            repository.Log("Shop").InfoFormat("text {0}", i);
        }

        repository.Log("Shop").WarnFormat("text {0}", 1);
        Assert.That(repository.Appender<AsyncBufferingForwardingAppender>().Flush(30_000), Is.True);
        repository.Log("Shop").Error("late");
        repository.Dispose();

        agent.WaitFor(_ => agent.Lines.Count == 5);
        const string Tags = "#team:orders,tier:web,level:";
        string[] expected =
        [
            $"_e{{12,7}}:Shop: text 1|text 1!|k:Shop|s:log4net|t:warning|{Tags}warn,logger:Shop",
            $"_e{{10,5}}:Shop: late|late!|k:Shop|s:log4net|t:error|{Tags}error,logger:Shop",
            $"shop.lines:100|c|{Tags}info,logger:Shop", $"shop.lines:1|c|{Tags}warn,logger:Shop",
            $"shop.lines:1|c|{Tags}error,logger:Shop",
        ];
        Assert.That(agent.Lines.Select(line => Regex.Replace(line, @"\|d:\d+", string.Empty)), Is.EquivalentTo(expected));
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

    [Test]
    [Demand("A8")]
    public void NotActivatedOrAgentDoesNotExist_EventsAreIgnoredAndActivationSaysNothingAndSendsNothing()
    {
        using InternalMessages messages = new();
        using TestRepository repository = new();
        DogStatsdAppender appender = new(new ManualTimeProvider()) { Name = Some.Name("idle"), Address = "no-such-host.invalid" };
        appender.DoAppend(new LoggingEvent(typeof(ConfigurationTests), repository.Hierarchy, "a", Level.Info, "text", null));

        Assert.That(appender.Statistics, Is.Null);
        Assert.That(appender.Flush(0), Is.True);
        Assert.That(new DogStatsdAppender().Close, Throws.Nothing);
        appender.ActivateOptions();
        Assert.That(appender.Statistics!.Accepted, Is.Zero);
        Assert.That(messages.Naming($"[{appender.Name}]"), Is.Empty);
        Eventually.Returns(appender.Close, "close");
    }
}
