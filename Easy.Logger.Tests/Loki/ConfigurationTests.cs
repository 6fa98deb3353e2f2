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
    private const string Fifty = "12345678901234567890123456789012345678901234567890";
    private const string TenantTooLong = $"tenant={Fifty}{Fifty}{Fifty}1";

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
        [Values("url=", "url=loki:3100", "tenant=a b", "tenant=a|b", "tenant=a/b", "tenant=..", "tenant=", TenantTooLong)] string wrong,
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
    public void TenantPerEvent_IsAPushForEach()
    {
        using LokiScene scene = new(appender =>
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
                appender.ClientCertificatePassword = "s3cr3t";
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
            "there is no clientCertificate",
        ];
        string complaint = scene.Complaints.Single(); // not those of its own forwarder, whose names nobody has set
        Assert.That(expected, Is.All.Matches<string>(problem => complaint.Contains(problem!, StringComparison.Ordinal)), complaint);
        Assert.That(complaint, Does.Not.Contain("s3cr3t"));
    }

    [Test]
    public void ActivateOptions_ManyValuesOutOfBounds_OneMessageHasTheFirstOnes()
    {
        using LokiScene scene = new(
            appender => Enumerable.Range(0, 100).ToList().ForEach(i => appender.AddLabel(new LokiField { Name = $"nothing{i}" })));

        Assert.That(scene.Complaints.Single(), Does.Contain("'nothing19'").And.Not.Contain("'nothing20'").And.EndsWith("And 80 more."));
    }

    /// <summary>What a variable holds is text, and not expanded again.</summary>
    [Test]
    public void Expanded_Variables_AreReplaced()
    {
        Environment.SetEnvironmentVariable("EASY_LOGGER_TEST_TEXT", "$1 ${EASY_LOGGER_TEST_OTHER} \\");
        Environment.SetEnvironmentVariable("EASY_LOGGER_TEST_OTHER", "b");
        const string Others = "${EASY_LOGGER_TEST_NOT_SET} $EASY_LOGGER_TEST_OTHER %EASY_LOGGER_TEST_OTHER% ${} ${a b} ${";

        Assert.That(
            RequestOptions.Expanded($"a${{EASY_LOGGER_TEST_OTHER}}c $${{EASY_LOGGER_TEST_OTHER}}}} ${{EASY_LOGGER_TEST_TEXT}} {Others}"),
            Is.EqualTo($"abc $b}} $1 ${{EASY_LOGGER_TEST_OTHER}} \\ {Others}"));
    }
}
