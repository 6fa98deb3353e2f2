using Easy.Logger.Interfaces;

namespace Easy.Logger.Tests.Facade;

/// <content>Dispose is a shutdown that ends, and may be followed by a new beginning.</content>
internal sealed partial class Log4NetServiceTests
{
    [Test]
    public void Dispose_Afterwards_NothingIsLoggedAndNothingThrows()
    {
        IEasyLogger logger = _scene.Configured();

        Service.Dispose();
        Service.Dispose();
        logger.Info("1");
        logger.FatalFormat("{0}", 2);
        Service.GetLogger("another").Error("3", new InvalidOperationException());

        Assert.That(Service.Configuration, Is.Null);
        Assert.That(_scene.Appenders, Is.Empty);
        Assert.That(_scene.Time.PendingTimers, Is.Zero);
    }

    [Test]
    public void Dispose_ThenConfigure_BeginsAnew()
    {
        IEasyLogger logger = _scene.Configured("first");
        Service.Dispose();
        FileInfo file = _scene.Write("other.config", "second");

        Service.Configure(file);
        logger.Info("1");

        Assert.That(Service.Configuration, Is.SameAs(file));
        Assert.That(_scene.Texts, Is.EqualTo(new[] { "1" }));
    }

    // The messages of these are told apart by the limit, for the internal log is the whole process's.
    [Test]
    public void Dispose_AppenderNeverCloses_ReturnsAndTells()
    {
        using FacadeScene scene = new(closeLimitMilliseconds: 50);
        using ManualResetEventSlim gate = new();
        using CountdownEvent closed = new(1);
        GatedAppender stuck = new()
        {
            OnClose = () =>
            {
                gate.Wait(Eventually.Patience);
                closed.Signal();
            },
        };
        scene.Repository.Attach(stuck);

        Eventually.Returns(scene.Service.Dispose, "Dispose");

        Assert.That(scene.Messages.Naming("still closing after 50 ms"), Has.Count.EqualTo(1));
        gate.Set();
        Assert.That(closed.Wait(Eventually.Patience), Is.True);
    }

    [Test]
    public void Configure_AppenderNeverCloses_ThrowsAndWorksWhenItHas()
    {
        using FacadeScene scene = new(closeLimitMilliseconds: 51);
        using ManualResetEventSlim gate = new();
        scene.Repository.Attach(new GatedAppender { OnClose = () => gate.Wait(Eventually.Patience) });
        FileInfo file = scene.Write("other.config", "second");
        Eventually.Returns(scene.Service.Dispose, "Dispose");

        Eventually.Returns(
            () => Assert.That(() => scene.Service.Configure(file), Throws.InvalidOperationException.With.Message.Contains(file.FullName)),
            "Configure");

        gate.Set();
        Eventually.Holds(() => TryConfigure(scene.Service, file), "it is configured");
        Assert.That(scene.Appenders, Is.EqualTo(new[] { "second" }));
    }

    private static bool TryConfigure(Log4NetService service, FileInfo file)
    {
        try
        {
            service.Configure(file);
            return true;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }
}
