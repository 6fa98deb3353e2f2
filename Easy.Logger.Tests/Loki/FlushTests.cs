using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Flush waits for all lines that were taken before, wherever they are, and reports whether they arrived.</summary>
[Category("Loki")]
[NonParallelizable] // its clock must not run ahead of a server that waits for a processor
internal sealed class FlushTests : FolderTests
{
    /// <summary>A client of ended lanes holds up neither Close nor the activation, which have a second of patience with it.</summary>
    [Test]
    public void Flush_APushIsUnderWay_WaitsForItsAnswer([Values] bool arrives, [Values] bool hasLanes, [Values] bool areEnded)
    {
        Assume.That(hasLanes || !areEnded);
        TaskCompletionSource<HttpStatusCode> answer = new();
        using ClientAnswers handler = new(number =>
            number == 1 && areEnded ? Task.FromResult(HttpStatusCode.ServiceUnavailable) : answer.Task);
        using LokiScene scene = new(
            appender => appender.TenantProperty = hasLanes ? "tenant" : null, time: new ManualTimeProvider(), handler: handler);
        using BackgroundCall<bool> push = scene.Sending("text");
        Eventually.Holds(() => handler.Requests == 1, "the push is under way");
        if (areEnded)
        {
            LokiScene.PassTime(scene.Clock, TimeSpan.FromSeconds(1), () => handler.Requests == 2, "the lane tries it again");
            scene.Appender.ActivateOptions();
        }

        Assert.That(scene.Appender.Flush(0), Is.False, "without time");
        using BackgroundCall<bool> flush = new(() => scene.Appender.Flush(-1));
        flush.AwaitBlockedOrDone();
        answer.SetResult(arrives ? HttpStatusCode.NoContent : HttpStatusCode.BadRequest);

        Assert.That(flush.Result, Is.EqualTo(arrives));
        Assert.That(
            scene.Appender.Statistics,
            Is.EqualTo(new LokiStatistics(1, arrives ? 1 : 0, arrives || areEnded ? 0 : 1, !arrives && areEnded ? 1 : 0, 0, 0)));
    }

    [Test]
    public void Flush_OptionsAreActivatedWhileItWaits_WaitsOn([Values] bool keepsOnDisk)
    {
        using LokiScene scene = new(time: new ManualTimeProvider(), configure: appender =>
        {
            appender.TenantProperty = "tenant";
            appender.SpillPath = keepsOnDisk ? Folder.Path : null;
        });
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
        using LokiScene made = new(appender => appender.TenantProperty = "tenant", time: new ManualTimeProvider(), handler: handler);
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
