using System.Net;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Spill;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Whatever a server does not do, every call returns.</summary>
[Category("Loki")]
internal sealed class DeadlineTests : FolderTests
{
    [Test]
    [Demand("L13")]
    public void Push_NoAnswerOrHalfOfOne_TimesOutAndTheNextArrives([Values] LokiEncoding encoding, [Values] bool isHalf)
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.Timeout = 500;
                appender.RetryLimit = 0;
            },
            encoding);
        scene.Server.Fault = isHalf ? Fault.HalfAnswer(503) : Fault.Hang(); // also where connecting takes all the time

        Eventually.Returns(() => scene.Send("first"), "Send");
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("timeout"));

        scene.Server.Fault = null;
        scene.Appender.Timeout = 10_000;
        scene.Appender.ActivateOptions();
        scene.Send("second");
        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 0, 1, 0, 0)));
    }

    [Test]
    public void Close_BodyStopsHalfWay_ReturnsAndTheSpillFolderIsFree([Values] LokiEncoding encoding, [Values] bool isReplay)
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.SpillPath = Folder.Path;
                appender.Timeout = 600_000;
                appender.CloseTimeout = isReplay ? appender.CloseTimeout : 500;
            },
            encoding);
        scene.Server.Faults.Enqueue(isReplay ? [Fault.Reset()] : []);
        scene.Server.Fault = Fault.HalfAnswer(503);
        using BackgroundCall<bool> sending = scene.Sending("text");
        scene.Server.WaitForRequests(isReplay ? 2 : 1);

        Eventually.Returns(scene.Appender.Close, "Close");

        Assert.That(sending.Result, Is.True);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 0, 1, 0)));
        scene.Server.Fault = null;
        using LokiScene next = new(appender => appender.SpillPath = Folder.Path, encoding, scene.Server);
        Assert.That(next.Appender.Flush(30_000), Is.True);
        Assert.That(next.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void Flush_AfterClose_SaysWhetherAllArrived([Values] bool keepsOnDisk, [Values] bool isServerThere)
    {
        using LokiScene scene = new(appender =>
        {
            appender.SpillPath = keepsOnDisk ? Folder.Path : null;
            appender.RetryLimit = 0;
        });
        scene.Server.Fault = isServerThere ? null : Fault.Reset();
        scene.Send("text");
        scene.Appender.Close();

        bool isFlushed = Eventually.Returns(() => scene.Appender.Flush(-1), "Flush");

        Assert.That(isFlushed, Is.EqualTo(scene.Appender.Statistics.Spilled == 0));
    }

    [Test]
    public void Flush_WithoutLimitDuringClose_Returns()
    {
        using LokiScene scene = new(appender => appender.SpillPath = Folder.Path);
        scene.Server.Fault = Fault.Reset();
        scene.Send("text");
        using BackgroundCall<bool> flush = new(() => scene.Appender.Flush(-1));
        flush.AwaitBlocked();

        scene.Appender.Close();

        Assert.That(flush.Result, Is.False);
    }

    [Test]
    public void Close_APushIsUnderWay_WhenItIsBackTheFolderIsFreeAndEveryLineIsCounted([Values] bool tenants)
    {
        using Held handler = new();
        using HttpClient client = new(handler);
        using LokiScene scene = new(appender =>
        {
            appender.Client = client;
            appender.CloseTimeout = 0;
            appender.SpillPath = tenants ? null : Folder.Path;
            appender.TenantProperty = tenants ? "tenant" : null;
        });
        using BackgroundCall<bool> call = scene.Sending("1", "2");
        Eventually.Holds(() => handler.IsCalled, "a push is under way");

        Eventually.Returns(scene.Appender.Close, "Close");
        handler.Answer.SetResult();
        Assert.That(call.Result, Is.True);

        Eventually.Holds(() => CanBeOpened(Folder.Path), "the folder is free");
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, tenants ? 2 : 0, tenants ? 0 : 2, 0)));
    }

    private static bool CanBeOpened(string folder)
    {
        try
        {
            SpillStore.Open(folder, "the test", 1_000_000, 10_000, _ => { }).Dispose();
            return true;
        }
        catch (FolderInUseException)
        {
            return false;
        }
    }

    /// <summary>Heeds no cancellation, as handlers of an application may.</summary>
    private sealed class Held : HttpMessageHandler
    {
        private volatile bool _isCalled;

        public bool IsCalled => _isCalled;

        public TaskCompletionSource Answer { get; } = new();

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            _isCalled = true;
            await Answer.Task.ConfigureAwait(false);
            return new HttpResponseMessage(HttpStatusCode.ServiceUnavailable);
        }
    }
}
