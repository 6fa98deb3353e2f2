using Easy.Logger.Loki;
using Easy.Logger.Loki.Configuration;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Options: what they do, what is said of those that are wrong, and how they come into force.</summary>
[Category("Loki")]
internal sealed class ConfigurationTests : FolderTests
{
    private const string Secret = "s3cr3t";
    private const string Fifty = "12345678901234567890123456789012345678901234567890";
    private const string TenantTooLong = $"tenant={Fifty}{Fifty}{Fifty}1";

    [TestCase("http://loki:3100/", "http://loki:3100/loki/api/v1/push")]
    [TestCase("https://gateway/logs/", "https://gateway/logs/loki/api/v1/push")]
    [TestCase("http://loki:3100/loki/api/v1/push", "http://loki:3100/loki/api/v1/push")]
    [TestCase("https://gateway/logs/loki/api/v1/push/", "https://gateway/logs/loki/api/v1/push")]
    [TestCase(" http://loki:3100 ", "http://loki:3100/loki/api/v1/push")]
    [TestCase("http://gateway/?a=b", "http://gateway/loki/api/v1/push?a=b")]
    [TestCase(null, null)]
    [TestCase("/loki", null)]
    [Demand("L10")]
    public void Url_HasThePathOnce(string? url, string? expected) =>
        Assert.That(RequestOptions.PushUrl(url, LokiEncoding.Json)?.ToString(), Is.EqualTo(expected));

    /// <summary>It is said once; what is lost for it is counted, and what is said of that is the reason.</summary>
    [Test]
    [Demand("L9", "L10")]
    public void Options_NothingCanBeSentWith_IsReportedAndLinesAreCounted(
        [Values(
            "url=", "url=loki:3100", "tenant=a b", "tenant=a|b", "tenant=a/b", "tenant=..", "tenant=", TenantTooLong,
            $"url=ftp://me:{Secret}@loki", $"url=http://me:{Secret}@", $"url=me:{Secret}@loki:3100",
            $"url=http://me:{Secret}@loki:port", $"url=loki:3100/push?api_key={Secret}")]
        string wrong,
        [Values] bool isBehind)
    {
        string[] parts = wrong.Split('=', 2);
        bool hasSecret = wrong.Contains(Secret, StringComparison.Ordinal);
        using LokiScene scene = new(appender =>
        {
            appender.Url = parts[0] == "url" ? parts[1] : appender.Url;
            appender.Proxy = hasSecret ? parts[1].Replace("ftp", "http://", StringComparison.Ordinal) : null;
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
        Assert.That(scene.Complaints.Single(), Does.Contain($"{parts[0]} '{(hasSecret ? "" : parts[1] + "'")}").And.Not.Contain(Secret));
        Assert.That(scene.Errors.Errors[0], Does.Contain(parts[0] == "url" ? "has no valid url" : "has an invalid tenant"));
        Eventually.Returns(scene.Appender.Close, "Close");
    }

    [Test]
    public void ActivateOptions_ValuesOutOfBounds_AreAllReportedTogetherAndItWorks()
    {
        using LokiScene scene = new(appender =>
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
            appender.ClientCertificatePassword = Secret;
        });

        scene.Log().Info("text");
        Assert.That(scene.Appender.Flush(30_000), Is.True);

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        string[] expected =
        [
            "maxBatchBytes 1 is not within 16384 to 4194304; 1048576 is used.",
            "maxBatchEvents 0 is not within 1 to 100000; 1000 is used.",
            "timeout 0 is not within 1 to 86400000; 10000 is used.",
            "retryLimit -2 is not within 0 to 86400000 and not -1, which means without limit; 600000 is used.",
            "closeTimeout -2 is not within 0 to 86400000 and not -1, which means without limit; 5000 is used.",
            "spillLimit 0 is not within 1 to 1048576; 256 is used.",
            "queueLimit 10 is not within 1000 to 2147483647; 16384 is used.",
            "overflow 17 has no meaning; Block is used.",
            "a label named 'nothing' was left out",
            "a levelName for level 'INFO' was left out",
            "there is no clientCertificate",
        ];
        string complaint = scene.Complaints.Single(); // not those of its own forwarder, whose names nobody has set
        Assert.That(expected, Is.All.Matches<string>(problem => complaint.Contains(problem!, StringComparison.Ordinal)), complaint);
        Assert.That(complaint, Does.Not.Contain(Secret));
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

    [Test]
    [Demand("A8")]
    public void ActivateOptions_OpensNoConnection([Values] LokiEncoding encoding, [Values] bool spills)
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        using LokiScene scene = new(encoding: encoding, configure: appender =>
        {
            appender.Url = $"http://{listener.LocalEndpoint}";
            appender.SpillPath = spills ? Folder.Path : null;
            appender.CloseTimeout = 0;
            appender.Timeout = 20_000; // of which a busy machine needs some to connect
            appender.RetryLimit = 0;
        });

        Assert.That(scene.Appender.Flush(30_000), Is.True);
        Assert.That(listener.Pending(), Is.False);

        scene.Appender.DoAppend(scene.Event());
        Eventually.Holds(listener.Pending, "the first event connects");
    }

    /// <summary>It waits for no push, nothing is lost, and the next push has the new options; a closed appender stays closed.</summary>
    [Test]
    public void ActivateOptions_AgainAndAgainUnderLoadAndAfterClose_EveryLineIsStoredOrCounted()
    {
        TaskCompletionSource held = new();
        int options = 0;
        using LokiScene scene = new(appender => appender.Tenant = "0");
        scene.Server.Faults.Enqueue(Fault.Held(held.Task));
        ILog log = scene.Log();
        string[] texts = [.. Enumerable.Range(0, 200).Select(i => $"{i}")];
        using BackgroundCall<bool> sender = BackgroundCall.Of(() => Array.ForEach(texts, text => scene.Send(text)));
        Eventually.Holds(() => scene.Appender.Statistics.InFlight == 1, "a push is under way");

        Activate();
        Activate();
        held.SetResult();
        while (!sender.IsDone)
        {
            Activate();
        }

        Assert.That(sender.Result, Is.True);
        Assert.That(scene.Errors.Errors, Is.Empty);
        scene.Appender.Close();
        log.Info("late");
        Activate();
        scene.Send("later");

        Assert.That(scene.Lines, Is.EqualTo(texts));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(202, 200, 0, 2, 0, 0)));
        Assert.That(scene.Errors.Errors, Has.Count.EqualTo(2).And.All.Contains("is closed"));
        int[] tenants = [.. scene.Server.Requests.Select(request => int.Parse(request.Headers["X-Scope-OrgID"]))];
        Assert.That(tenants[0], Is.Zero);
        Assert.That(tenants[1..], Is.Ordered.And.All.GreaterThanOrEqualTo(2));

        void Activate()
        {
            scene.Appender.Tenant = $"{++options}";
            scene.Appender.ActivateOptions();
        }
    }
}
