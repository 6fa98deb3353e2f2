using System.Net;
using System.Net.Sockets;
using Easy.Logger.Loki;
using log4net.Filter;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>What happens when options come into force: the first ones, and others while a push is under way.</summary>
[Category("Loki")]
internal sealed class ActivationTests
{
    private const FixFlags Least = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    [Test]
    [Demand("A8")]
    public void ActivateOptions_OpensNoConnection([Values] LokiEncoding encoding, [Values] bool spills)
    {
        using TempFolder folder = new();
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        LokiAppender appender = new()
        {
            Name = Some.Name("loki"),
            Url = $"http://{listener.LocalEndpoint}",
            Encoding = encoding,
            SpillPath = spills ? folder.Path : null,
            CloseTimeout = 0,
            Timeout = 20_000, // of which a busy machine needs some to connect
            RetryLimit = 0,
        };

        appender.ActivateOptions();
        Assert.That(appender.Flush(30_000), Is.True);
        Assert.That(listener.Pending(), Is.False);

        appender.DoAppend(new LoggingEvent(new LoggingEventData { Message = "text" }));
        Eventually.Holds(listener.Pending, "the first event connects");
        appender.Close();
    }

    [Test]
    public void ActivateOptions_WhileAPushIsUnderWay_NeitherWaitsAndTheNextPushHasTheNewOptions()
    {
        TaskCompletionSource held = new();
        using LokiScene scene = new(appender => appender.Tenant = "old");
        scene.Server.Faults.Enqueue(Fault.Held(held.Task));
        using BackgroundCall<bool> first = scene.Sending("first");
        Eventually.Holds(() => scene.Appender.Statistics.InFlight == 1, "a push is under way");

        scene.Appender.Tenant = "new";
        scene.Appender.ActivateOptions();
        scene.Appender.Tenant = "newest";
        scene.Appender.ActivateOptions();
        held.SetResult();
        Assert.That(first.Result, Is.True);
        scene.Send("second");

        Assert.That(scene.Lines, Is.EqualTo(["first", "second"]));
        Assert.That(scene.Server.Requests.Select(request => request.Headers["X-Scope-OrgID"]), Is.EqualTo(["old", "newest"]));
        Assert.That(scene.Errors.Errors, Is.Empty);
    }

    [Test]
    public void ActivateOptions_AgainAndAgainUnderLoad_NothingIsLost()
    {
        using LokiScene scene = new();
        string[] texts = [.. Enumerable.Range(0, 200).Select(i => $"{i}")];
        using BackgroundCall<bool> sender = BackgroundCall.Of(() => Array.ForEach(texts, text => scene.Send(text)));

        while (!sender.IsDone)
        {
            scene.Appender.ActivateOptions();
        }

        Assert.That(sender.Result, Is.True);
        Assert.That(scene.Lines, Is.EqualTo(texts));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(200, 200, 0, 0, 0, 0)));
    }

    [Test]
    public void ActivateOptions_AfterClose_StaysClosedAndWhatIsLoggedIsCounted()
    {
        using LokiScene scene = new();
        ILog log = scene.Log();
        scene.Appender.Close();

        log.Info("late");
        scene.Appender.ActivateOptions();
        scene.Send("later");

        Assert.That(scene.Lines, Is.Empty);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, 2, 0, 0)));
        Assert.That(scene.Errors.Errors, Has.Count.EqualTo(2).And.All.Contains("is closed"));
    }

    [Test]
    public void Fix_OfTheForwarder_IsWhatIsSent()
    {
        (FixFlags Expected, Action<LokiAppender> Configure)[] all =
        [
            (Least, _ => { }),
            (Least, appender => appender.Layout = new PatternLayout("%level %message")),
            (Least | FixFlags.Properties, appender => appender.Layout = new PatternLayout("%property{user}")),
            (Least | FixFlags.Properties, appender => appender.BodyFormat = LokiBodyFormat.Json),
            (Least | FixFlags.Properties, appender => appender.TraceContext = LokiTraceContext.Metadata),
            (Least | FixFlags.Properties, appender => appender.TenantProperty = "tenant"),
            (Least | FixFlags.Properties, appender => appender.AddLabel(new LokiField { Name = "x", Property = "x" })),
            (Least | FixFlags.LocationInfo, appender => appender.AddMetadata(
                new LokiField { Name = "x", Layout = new PatternLayout("%line") })),
            (FixFlags.All, appender => appender.AddFilter(new DelegatingFilter(_ => FilterDecision.Neutral))), // it may read anything
        ];

        foreach ((FixFlags expected, Action<LokiAppender> configure) in all)
        {
            using LokiScene scene = new(configure);
            AsyncBufferingForwardingAppender forwarder = new();
            scene.Log(forwarder);
            Assert.That(forwarder.Fix, Is.EqualTo(expected), $"number {Array.IndexOf(all, (expected, configure))}");
        }
    }

    [Test]
    public void DoAppend_ArgumentsChangeAfterTheCall_LinesAreThoseOfTheCall(
        [Values] bool alone, [Values] bool filtered, [Values("", "%level %message")] string pattern)
    {
        using LokiScene scene = new(appender =>
        {
            appender.Layout = pattern.Length == 0 ? null : new PatternLayout(pattern);
            if (filtered)
            {
                appender.AddFilter(new StringMatchFilter { StringToMatch = "now", AcceptOnMatch = false });
            }
        });
        AsyncBufferingForwardingAppender forwarder = new() { IdleTime = 3_600_000 };
        ILog log = alone ? scene.Log() : scene.Log(forwarder);
        bool Flush() => alone ? scene.Appender.Flush(30_000) : forwarder.Flush(30_000);
        log.Info("so that the worker has seen its child");
        Assert.That(Flush(), Is.True);

        object[] arguments = ["then"];
        log.InfoFormat("{0}", arguments);
        arguments[0] = "now";
        Assert.That(Flush(), Is.True);

        Assert.That(scene.Lines[^1], Is.EqualTo(pattern.Length == 0 ? "then" : "INFO then"));
    }
}
