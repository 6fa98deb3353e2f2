using Easy.Logger.Loki;
using Easy.Logger.Loki.Configuration;
using log4net.Util;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Options: what they do to a request, and what is said of those that are wrong.</summary>
[Category("Loki")]
internal sealed class ConfigurationTests
{
    [TestCase("http://loki:3100", "http://loki:3100/loki/api/v1/push")]
    [TestCase("http://loki:3100/", "http://loki:3100/loki/api/v1/push")]
    [TestCase("https://gateway/logs/", "https://gateway/logs/loki/api/v1/push")]
    [TestCase("http://loki:3100/loki/api/v1/push", "http://loki:3100/loki/api/v1/push")]
    [TestCase("https://gateway/logs/loki/api/v1/push/", "https://gateway/logs/loki/api/v1/push")]
    [TestCase(" http://loki:3100 ", "http://loki:3100/loki/api/v1/push")]
    [TestCase("http://gateway/?a=b", "http://gateway/loki/api/v1/push?a=b")]
    [TestCase("", null)]
    [TestCase(null, null)]
    [TestCase("loki:3100", null)]
    [TestCase("/loki", null)]
    [TestCase("ftp://loki", null)]
    [Demand("L10")]
    public void Url_HasThePathOnce(string? url, string? expected) =>
        Assert.That(RequestOptions.PushUrl(url, LokiEncoding.Json)?.ToString(), Is.EqualTo(expected));

    [TestCase("")]
    [TestCase("loki:3100")]
    [Demand("L10")]
    public void UrlIsWrong_IsToldOnceAndNothingIsQueued(string url)
    {
        using LokiScene scene = new(appender => appender.Url = url);
        log4net.ILog log = scene.Log();

        log.Info("first");
        log.Info("second");
        scene.Send("third");

        Assert.That(scene.Complaints.Single(), Does.Contain("url").And.Contain($"'{url}'"));
        Assert.That(scene.Appender.Flush(0), Is.True);
        Assert.That(scene.Appender.Statistics.InFlight, Is.Zero);
        Assert.That(Eventually.Returns(() => { scene.Appender.Close(); return true; }, "Close"), Is.True);
    }

    /// <summary>What is lost for it is counted, and what is said of it is the reason.</summary>
    [Test]
    public void Options_NothingCanBeSentWith_WhatIsLostIsCounted([Values] bool isTenantWrong, [Values] bool isBehind)
    {
        using LokiScene scene = new(appender =>
        {
            appender.Url = isTenantWrong ? appender.Url : "loki:3100";
            appender.Tenant = isTenantWrong ? "a b" : null;
            appender.Threshold = Level.Info;
        });
        AsyncBufferingForwardingAppender forwarder = new();
        log4net.ILog log = isBehind ? scene.Log(forwarder) : scene.Log();

        log.Info("first");
        log.Debug("not wanted");
        log.Info("second");
        Assert.That(!isBehind || !forwarder.Flush(30_000), Is.True, "nothing has arrived");

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2, 0, 0)));
        Assert.That(scene.Errors.Errors[0], Does.Contain(isTenantWrong ? "has an invalid tenant" : "has no valid url"));
    }

    [Test]
    public void DoAppend_AfterClose_IsCounted()
    {
        using LokiScene scene = new();
        log4net.ILog log = scene.Log();
        scene.Appender.Close();

        log.Info("late");

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 1, 0, 0)));
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("is closed"));
    }

    [Test]
    [Demand("L9")]
    public void NamePasswordTenantAndHeaders_AreInTheRequest([Values] LokiEncoding encoding)
    {
        Environment.SetEnvironmentVariable("EASY_LOGGER_TEST_PASSWORD", "pä:ss");
        using LokiScene scene = new(
            appender =>
            {
                appender.Username = "me";
                appender.Password = "${EASY_LOGGER_TEST_PASSWORD}";
                appender.Tenant = "team-1";
                appender.AddHeader(new LokiHeader { Name = "X-Zone", Value = "a" });
                appender.AddHeader(new LokiHeader { Name = "no header", Value = "b" });
            },
            encoding);

        scene.Send("text");

        IReadOnlyDictionary<string, string> headers = scene.Server.Requests.Single().Headers;
        Assert.Multiple(() =>
        {
            Assert.That(
                headers["Authorization"], Is.EqualTo("Basic " + Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes("me:pä:ss"))));
            Assert.That(headers["X-Scope-OrgID"], Is.EqualTo("team-1"));
            Assert.That(headers["X-Zone"], Is.EqualTo("a"));
            Assert.That(scene.Complaints.Single(), Does.Contain("'no header'"));
        });
    }

    [Test]
    [Demand("L9")]
    public void Token_IsInTheRequest()
    {
        using LokiScene scene = new(appender => appender.BearerToken = "abc");

        scene.Send("text");

        Assert.That(scene.Server.Requests.Single().Headers["Authorization"], Is.EqualTo("Bearer abc"));
    }

    [Test]
    [Demand("L9")]
    public void TenantPerEvent_IsAPushForEach()
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.Tenant = "others";
                appender.TenantProperty = "tenant";
            });

        scene.Send(Of("a", "one"), Of("b", "two"), Of("c", "one"), Of("d", null), Of("e", "not/valid"));

        Assert.That(
            scene.Server.Requests.Select(request => (request.Headers["X-Scope-OrgID"], request.Entries)),
            Is.EqualTo([("one", 2), ("two", 1), ("others", 2)]));

        LoggingEvent Of(string text, string? tenant) =>
            scene.Event(text, properties: tenant is null ? [] : new PropertiesDictionary { ["tenant"] = tenant });
    }

    [TestCase("a|b")]
    [TestCase("a/b")]
    [TestCase("..")]
    [TestCase("")]
    [Demand("L9")]
    public void TenantIsWrong_IsToldAndNothingIsSent(string tenant)
    {
        using LokiScene scene = new(appender => appender.Tenant = tenant);

        scene.Send("text");

        Assert.That(scene.Complaints.Single(), Does.Contain($"tenant '{tenant}'"));
        Assert.That(scene.Server.Requests, Is.Empty);
    }

    [TestCase(150, true)]
    [TestCase(151, false)]
    public void TenantName_Length_IsLimited(int length, bool isValid) =>
        Assert.That(RequestOptions.IsTenant(new string('a', length)), Is.EqualTo(isValid));

    [Test]
    public void ActivateOptions_ValuesOutOfBounds_AreAllToldTogether()
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.MaxBatchBytes = 1;
                appender.MaxBatchEvents = 0;
                appender.Timeout = 0;
                appender.RetryLimit = -2;
                appender.CloseTimeout = -2;
                appender.SpillLimit = 0;
                appender.AddLabel(new LokiField { Name = "nothing" });
                appender.AddLevelName(new LokiLevelName { Level = "INFO" });
            });

        string[] expected =
        [
            "maxBatchBytes 1 is not within 16384 to 4194304; 1048576 is used.",
            "maxBatchEvents 0 is not within 1 to 100000; 1000 is used.",
            "timeout 0 is not within 1 to 86400000; 10000 is used.",
            "retryLimit -2 is not within 0 to 86400000; 600000 is used.",
            "closeTimeout -2 is not within 0 to 86400000; 5000 is used.",
            "spillLimit 0 is not within 1 to 1048576; 256 is used.",
            "a label named 'nothing' was left out",
            "a levelName for level 'INFO' was left out",
        ];
        string complaint = scene.Complaints.Single();
        Assert.That(expected, Is.All.Matches<string>(problem => complaint.Contains(problem!, StringComparison.Ordinal)), complaint);
    }

    [Test]
    public void ActivateOptions_ManyValuesOutOfBounds_OneMessageHasTheFirstOnes()
    {
        using LokiScene scene = new(
            appender => Enumerable.Range(0, 100).ToList().ForEach(i => appender.AddLabel(new LokiField { Name = $"nothing{i}" })));

        Assert.That(scene.Complaints.Single(), Does.Contain("'nothing19'").And.Not.Contain("'nothing20'").And.EndsWith("And 80 more."));
    }

    [Test]
    public void Xml_EveryElement_IsTaken()
    {
        using ContractServer server = ContractServer.Start();
        using TestRepository repository = new();
        using InternalMessages messages = new();

        repository.Configure(
            $$"""
            <appender name="Loki" type="Easy.Logger.Loki.LokiAppender, Easy.Logger.Loki">
              <url value="{{server.Url}}" />
              <encoding value="protobuf" />
              <compression value="gzip" />
              <label><name value="app" /><value value="shop" /></label>
              <label><name value="zone" />
                <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%property{zone}" /></layout></label>
              <metadata><property value="order.*" /></metadata>
              <levelName><level value="WARN" /><name value="careful" /></levelName>
              <header><name value="X-Test" /><value value="1" /></header>
              <layout type="log4net.Layout.PatternLayout"><conversionPattern value="[%logger] %message%newline" /></layout>
            </appender>
            <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger"><appender-ref ref="Loki" /></appender>
            <root><level value="ALL" /><appender-ref ref="Async" /></root>
            """);
        using (log4net.LogicalThreadContext.Stacks["unused"].Push("x"))
        {
            log4net.LogicalThreadContext.Properties["zone"] = "north";
            log4net.LogicalThreadContext.Properties["order.id"] = 7;
            repository.Log("Shop").Warn("text");
            log4net.LogicalThreadContext.Properties.Remove("zone");
            log4net.LogicalThreadContext.Properties.Remove("order.id");
        }

        repository.Hierarchy.Shutdown();

        StoredEntry entry = server.Stored.Single();
        Assert.Multiple(() =>
        {
            Assert.That(entry.Line, Is.EqualTo("[Shop] text"));
            Assert.That(
                entry.Labels,
                Is.EquivalentTo(new Dictionary<string, string> { ["app"] = "shop", ["zone"] = "north", ["level"] = "careful" }));
            Assert.That(entry.Metadata, Is.EquivalentTo(new Dictionary<string, string> { ["order_id"] = "7" }));
            Assert.That(server.Requests.Single().Headers["X-Test"], Is.EqualTo("1"));
            Assert.That(messages.Naming("[Loki]"), Is.Empty);
        });
    }
}
