using Easy.Logger.Interfaces;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Facade;

/// <content>Dispose is a shutdown that ends, and may be followed by a new beginning.</content>
internal sealed partial class Log4NetServiceTests
{
    [Test]
    public void Dispose_EventsWait_TheyAreInTheFile()
    {
        string config = _scene.Folder.File("log4net.config");
        File.WriteAllText(
            config,
            $"""
            <log4net>
              <appender name="file" type="log4net.Appender.FileAppender">
                <file value="{_scene.Folder.File("log")}" /><immediateFlush value="false" />
                <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>
              </appender>
              <appender name="async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
                <idleTime value="3600000" /><appender-ref ref="file" />
              </appender>
              <root><level value="ALL" /><appender-ref ref="async" /></root>
            </log4net>
            """);
        Service.Configure(new FileInfo(config));
        IEasyLogger logger = Service.GetLogger("test");
        logger.InfoFormat("{0}", 1);
        logger.InfoFormat("{0}", 2);

        Service.Dispose();

        Assert.That(File.ReadAllLines(_scene.Folder.File("log")), Is.EqualTo(new[] { "1", "2" }));
    }

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
    public void Dispose_NeverConfigured_DoesNotThrow() => Assert.That(Service.Dispose, Throws.Nothing);

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
