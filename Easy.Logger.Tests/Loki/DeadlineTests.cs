using Easy.Logger.Loki;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Whatever a server does not do, every call returns.</summary>
[Category("Loki")]
internal sealed class DeadlineTests
{
    [Test]
    public void Push_BodyStopsHalfWay_TimesOut([Values] LokiEncoding encoding)
    {
        using LokiScene scene = new(
            appender =>
            {
                appender.Timeout = 200;
                appender.RetryLimit = 0;
            },
            encoding);
        scene.Server.Faults.Enqueue(Fault.HalfAnswer(503));

        Eventually.Returns(() => scene.Send("first"), "Send");
        Assert.That(scene.Errors.Errors.Single(), Does.Contain("timeout"));

        scene.Send("second");
        Assert.That(scene.Lines, Is.EqualTo(["second"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 1, 0, 1, 0, 0)));
    }

    [Test]
    public void Close_BodyStopsHalfWay_ReturnsAndTheSpillFolderIsFree([Values] LokiEncoding encoding)
    {
        using TempFolder folder = new();
        using LokiScene scene = new(
            appender =>
            {
                appender.SpillPath = folder.Path;
                appender.Timeout = 600_000;
                appender.CloseTimeout = 500;
            },
            encoding);
        scene.Server.Fault = Fault.HalfAnswer(503);
        using BackgroundCall<bool> sending = scene.Sending("text");
        scene.Server.WaitForRequests(1);

        Eventually.Returns(scene.Appender.Close, "Close");

        Assert.That(sending.Result, Is.True);
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 0, 1, 0)));
        scene.Server.Fault = null;
        using LokiScene next = new(appender => appender.SpillPath = folder.Path, encoding, scene.Server);
        Assert.That(next.Appender.Flush(30_000), Is.True);
        Assert.That(next.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void Close_ReplayMeetsABodyThatStopsHalfWay_ReturnsAndTheSpillFolderIsFree([Values] LokiEncoding encoding)
    {
        using TempFolder folder = new();
        using LokiScene scene = new(
            appender =>
            {
                appender.SpillPath = folder.Path;
                appender.Timeout = 600_000;
            },
            encoding);
        scene.Server.Faults.Enqueue(Fault.Reset(), Fault.HalfAnswer(503));
        scene.Send("text");
        scene.Server.WaitForRequests(2);

        Eventually.Returns(scene.Appender.Close, "Close");

        using LokiScene next = new(appender => appender.SpillPath = folder.Path, encoding, scene.Server);
        Assert.That(next.Appender.Flush(30_000), Is.True);
        Assert.That(next.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void Flush_AfterClose_SaysWhetherAllArrived([Values] bool keepsOnDisk, [Values] bool isServerThere)
    {
        using TempFolder folder = new();
        using LokiScene scene = new(appender =>
        {
            appender.SpillPath = keepsOnDisk ? folder.Path : null;
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
        using TempFolder folder = new();
        using LokiScene scene = new(appender => appender.SpillPath = folder.Path);
        scene.Server.Fault = Fault.Reset();
        scene.Send("text");
        using BackgroundCall<bool> flush = new(() => scene.Appender.Flush(-1));
        flush.AwaitBlocked();

        scene.Appender.Close();

        Assert.That(flush.Result, Is.False);
    }
}
