using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Flush waits for all lines that were taken before, wherever they are, and reports whether they arrived.</summary>
[Category("Loki")]
[NonParallelizable] // its clock must not run ahead of a server that waits for a processor
internal sealed class FlushTests : FolderTests
{
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
        Assert.That(handler.Requests, Is.EqualTo(areEnded ? 2 : 1), "new options do not send it twice");
        Assert.That(
            scene.Appender.Statistics,
            Is.EqualTo(new LokiStatistics(1, arrives ? 1 : 0, arrives || areEnded ? 0 : 1, !arrives && areEnded ? 1 : 0, 0, 0)));
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
