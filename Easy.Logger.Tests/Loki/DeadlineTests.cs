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
        using LokiScene scene = new(encoding: encoding, configure: appender =>
        {
            appender.Timeout = 500;
            appender.RetryLimit = 0;
        });
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
    public void Close_ALaneWaitsForItsNextTry_ItsLinesArriveWithinTheTimeOfClose()
    {
        using LokiScene scene = new(appender => appender.TenantProperty = "tenant", time: new ManualTimeProvider());
        scene.Server.Fault = Fault.Status(503);
        scene.Send("text");
        scene.Server.Fault = null;

        using BackgroundCall<bool> close = BackgroundCall.Of(scene.Appender.Close);
        LokiScene.PassTime(scene.Clock, close, TimeSpan.FromSeconds(1));

        Assert.That(scene.Lines, Is.EqualTo(["text"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 1, 0, 0, 0, 0)));
    }

    [Test]
    public void Close_APushIsUnderWay_WhenItIsBackTheFolderIsFreeForGoodAndEveryLineIsCounted([Values] bool tenants)
    {
        TaskCompletionSource<HttpStatusCode> answer = new();
        using ClientAnswers handler = new(_ => answer.Task);
        using LokiScene scene = new(handler: handler, configure: appender =>
        {
            appender.CloseTimeout = 0;
            appender.SpillPath = tenants ? null : Folder.Path;
            appender.TenantProperty = tenants ? "tenant" : null;
        });
        using BackgroundCall<bool> call = scene.Sending("1", "2");
        Eventually.Holds(() => handler.Requests == 1, "a push is under way");

        Eventually.Returns(scene.Appender.Close, "Close");
        answer.SetResult(HttpStatusCode.ServiceUnavailable);
        Assert.That(call.Result, Is.True);

        Eventually.Holds(() => CanBeOpened(Folder.Path), "the folder is free");
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, tenants ? 2 : 0, tenants ? 0 : 2, 0)));

        scene.Appender.ActivateOptions();
        scene.Send("late");

        Assert.That(CanBeOpened(Folder.Path), Is.True, "it stays free");
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 0, 0, tenants ? 3 : 1, tenants ? 0 : 2, 0)));
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
}
