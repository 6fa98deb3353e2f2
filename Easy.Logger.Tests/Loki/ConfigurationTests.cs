using Easy.Logger.Buffering;
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

    /// <summary>It is said once; what is lost for it is counted, and what is said of that is the reason.</summary>
    [Test]
    [Demand("L9", "L10")]
    public void Options_NothingCanBeSentWith_IsToldAndWhatIsLostIsCounted(
        [Values("url=", "url=loki:3100", "tenant=a b", "tenant=a|b", "tenant=a/b", "tenant=..", "tenant=")] string wrong,
        [Values] bool isBehind)
    {
        string[] parts = wrong.Split('=');
        using LokiScene scene = new(appender =>
        {
            appender.Url = parts[0] == "url" ? parts[1] : appender.Url;
            appender.Tenant = parts[0] == "tenant" ? parts[1] : null;
            appender.Threshold = Level.Info;
        });
        AsyncBufferingForwardingAppender forwarder = new();
        ILog log = isBehind ? scene.Log(forwarder) : scene.Log();

        log.Info("first");
        log.Debug("not wanted");
        log.Info("second");
        Assert.That(!isBehind || !forwarder.Flush(30_000), Is.True, "nothing has arrived");

        Assert.That(scene.Appender.Flush(0), Is.True, "nothing is queued");
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2, 0, 0)));
        Assert.That(scene.Server.Requests, Is.Empty);
        Assert.That(scene.Complaints.Single(), Does.Contain($"{parts[0]} '{parts[1]}'"));
        Assert.That(scene.Errors.Errors[0], Does.Contain(parts[0] == "url" ? "has no valid url" : "has an invalid tenant"));
        Eventually.Returns(scene.Appender.Close, "Close");
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

    [TestCase(150, true)]
    [TestCase(151, false)]
    public void TenantName_Length_IsLimited(int length, bool isValid) =>
        Assert.That(RequestOptions.IsTenant(new string('a', length)), Is.EqualTo(isValid));

    [Test]
    public void ActivateOptions_ValuesOutOfBounds_AreAllToldTogetherAndItWorks()
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
                appender.QueueLimit = 10;
                appender.Overflow = (OverflowPolicy)17;
                appender.AddLabel(new LokiField { Name = "nothing" });
                appender.AddLevelName(new LokiLevelName { Level = "INFO" });
            });

        scene.Log().Info("text");
        Assert.That(scene.Appender.Flush(30_000), Is.True);

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        string[] expected =
        [
            "maxBatchBytes 1 is not within 16384 to 4194304; 1048576 is used.",
            "maxBatchEvents 0 is not within 1 to 100000; 1000 is used.",
            "timeout 0 is not within 1 to 86400000; 10000 is used.",
            "retryLimit -2 is not within 0 to 86400000; 600000 is used.",
            "closeTimeout -2 is not within 0 to 86400000; 5000 is used.",
            "spillLimit 0 is not within 1 to 1048576; 256 is used.",
            "queueLimit 10 is not within 1000 to 2147483647; 16384 is used.",
            "overflow 17 has no meaning; Block is used.",
            "a label named 'nothing' was left out",
            "a levelName for level 'INFO' was left out",
        ];
        string complaint = scene.Complaints.Single(); // not those of its own forwarder, whose names nobody has set
        Assert.That(expected, Is.All.Matches<string>(problem => complaint.Contains(problem!, StringComparison.Ordinal)), complaint);
    }

    [Test]
    public void ActivateOptions_ManyValuesOutOfBounds_OneMessageHasTheFirstOnes()
    {
        using LokiScene scene = new(
            appender => Enumerable.Range(0, 100).ToList().ForEach(i => appender.AddLabel(new LokiField { Name = $"nothing{i}" })));

        Assert.That(scene.Complaints.Single(), Does.Contain("'nothing19'").And.Not.Contain("'nothing20'").And.EndsWith("And 80 more."));
    }

    [TestCase("", "")]
    [TestCase("plain", "plain")]
    [TestCase("${EASY_LOGGER_TEST_OTHER}", "b")]
    [TestCase("a${EASY_LOGGER_TEST_OTHER}c ${EASY_LOGGER_TEST_OTHER}", "abc b")]
    [TestCase("${EASY_LOGGER_TEST_TEXT}", "$1 ${EASY_LOGGER_TEST_OTHER} \\")] // what it holds is text, and not expanded again
    [TestCase("${EASY_LOGGER_TEST_NOT_SET}", "${EASY_LOGGER_TEST_NOT_SET}")]
    [TestCase("$EASY_LOGGER_TEST_OTHER %EASY_LOGGER_TEST_OTHER%", "$EASY_LOGGER_TEST_OTHER %EASY_LOGGER_TEST_OTHER%")]
    [TestCase("${} ${a b} ${", "${} ${a b} ${")]
    [TestCase("$${EASY_LOGGER_TEST_OTHER}}", "$b}")]
    public void Expanded_Variables_AreReplaced(string text, string expected)
    {
        Environment.SetEnvironmentVariable("EASY_LOGGER_TEST_TEXT", "$1 ${EASY_LOGGER_TEST_OTHER} \\");
        Environment.SetEnvironmentVariable("EASY_LOGGER_TEST_OTHER", "b");

        Assert.That(RequestOptions.Expanded(text), Is.EqualTo(expected));
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
        using (LogicalThreadContext.Stacks["unused"].Push("x"))
        {
            LogicalThreadContext.Properties["zone"] = "north";
            LogicalThreadContext.Properties["order.id"] = 7;
            repository.Log("Shop").Warn("text");
            LogicalThreadContext.Properties.Remove("zone");
            LogicalThreadContext.Properties.Remove("order.id");
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
