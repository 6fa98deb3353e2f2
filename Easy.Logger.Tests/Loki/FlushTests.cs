using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Flush waits for all lines that were taken before, wherever they are, and reports whether they arrived.</summary>
[Category("Loki")]
[NonParallelizable] // its clock must not run ahead of a server that waits for a processor
internal sealed class FlushTests : FolderTests
{
    [Test]
    public void Flush_AnotherThreadIsInTheMiddleOfAPush_WaitsForItsAnswer([Values] bool arrives, [Values] bool hasLanes)
    {
        TaskCompletionSource<HttpStatusCode> answer = new();
        using ClientAnswers handler = new(_ => answer.Task);
        using HttpClient client = new(handler);
        using LokiScene scene = new(appender =>
        {
            appender.Client = client;
            appender.TenantProperty = hasLanes ? "tenant" : null;
        });
        using BackgroundCall<bool> push = scene.Sending("text");
        Eventually.Holds(() => handler.Requests == 1, "the push is under way");

        Assert.That(scene.Appender.Flush(0), Is.False, "without time");
        using BackgroundCall<bool> flush = new(() => scene.Appender.Flush(-1));
        flush.AwaitBlockedOrDone();
        answer.SetResult(arrives ? HttpStatusCode.NoContent : HttpStatusCode.BadRequest);

        Assert.That(flush.Result, Is.EqualTo(arrives));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, arrives ? 1 : 0, arrives ? 0 : 1, 0, 0, 0)));
    }

    [Test]
    public void Flush_OptionsAreActivatedWhileItWaits_WaitsOn([Values] bool keepsOnDisk)
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.TenantProperty = "tenant";
                appender.SpillPath = keepsOnDisk ? Folder.Path : null;
            },
            time: new ManualTimeProvider());
        scene.Server.Fault = Fault.Status(503);
        scene.Send("text");
        using BackgroundCall<bool> flush = new(() => scene.Appender.Flush(-1));
        flush.AwaitBlocked();

        scene.Appender.ActivateOptions();
        scene.Server.Fault = null;
        LokiScene.PassTime(scene.Clock, flush, TimeSpan.FromSeconds(1));

        Assert.That(flush.Result, Is.True);
        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void Flush_LinesAreInAFolderThatIsNotInUseAnyMore_HasNotSentThem([Values(null, "other")] string? next)
    {
        using LokiScene scene = new(appender => appender.SpillPath = Folder.File("first"), time: new ManualTimeProvider());
        scene.Server.Fault = Fault.Status(503);
        scene.Send("kept");
        scene.Appender.SpillPath = next is null ? null : Folder.File(next);
        scene.Appender.ActivateOptions();
        scene.Server.Fault = null;
        scene.Send("new");

        Assert.That(scene.Appender.Flush(30_000), Is.False);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 0, 0, 1, 0)));
        scene.Appender.SpillPath = Folder.File("first");
        scene.Appender.ActivateOptions();
        scene.Flush();
        Assert.That(scene.Lines, Is.EqualTo(["new", "kept"]));
    }

    /// <summary>Such a client holds up neither Close nor the activation, which have a second of patience with it.</summary>
    [Test]
    public void Flush_TheClientOfEndedLanesIsStillSending_WaitsForItsAnswer([Values] bool arrives)
    {
        TaskCompletionSource<HttpStatusCode> answer = new();
        using ClientAnswers handler = new(
            number => number == 2 ? answer.Task : Task.FromResult(number == 1 ? HttpStatusCode.ServiceUnavailable : HttpStatusCode.OK));
        using HttpClient client = new(handler);
        using LokiScene scene = new(
            appender =>
            {
                appender.Client = client;
                appender.TenantProperty = "tenant";
            },
            time: new ManualTimeProvider());
        scene.Send("text");
        LokiScene.PassTime(scene.Clock, TimeSpan.FromSeconds(1), () => handler.Requests == 2, "the lane tries it again");
        scene.Appender.ActivateOptions();

        Assert.That(scene.Appender.Flush(0), Is.False, "without time");
        using BackgroundCall<bool> flush = new(() => scene.Appender.Flush(-1));
        flush.AwaitBlockedOrDone();
        answer.SetResult(arrives ? HttpStatusCode.NoContent : HttpStatusCode.BadRequest);

        Assert.That(flush.Result, Is.EqualTo(arrives));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, arrives ? 1 : 0, 0, arrives ? 0 : 1, 0, 0)));
    }

    /// <summary>The handler runs for a push of the caller, or for one that the lane tries again: both wait for it.</summary>
    [Test]
    public void Flush_AHandlerOfTheClientCallsIt_ReturnsAtOnce([Values] bool onLane)
    {
        LokiScene? scene = null;
        bool? isFlushed = null;
        using ClientAnswers handler = new(async number =>
        {
            if (number == 1 && onLane)
            {
                return HttpStatusCode.ServiceUnavailable;
            }

            isFlushed ??= await Task.Run(() => scene!.Appender.Flush(-1)).ConfigureAwait(false);
            return HttpStatusCode.NoContent;
        });
        using HttpClient client = new(handler);
        using LokiScene made = new(
            appender =>
            {
                appender.Client = client;
                appender.TenantProperty = "tenant";
            },
            time: new ManualTimeProvider());
        scene = made;

        using BackgroundCall<bool> push = made.Sending("text");
        LokiScene.PassTime(made.Clock, TimeSpan.FromSeconds(1), () => made.Appender.Statistics.Delivered == 1, "it is delivered");

        Assert.That(isFlushed, Is.False);
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
}
