using Easy.Logger.Interfaces;
using Easy.Logger.Tests.Support;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Tests.Facade;

/// <summary>Configuring, handing out loggers, ending.</summary>
[Category("Facade")]
internal sealed class Log4NetServiceTests : IDisposable
{
    private readonly FacadeScene _scene = new();

    private Log4NetService Service => _scene.Service;

    public void Dispose() => _scene.Dispose();

    [Test]
    public void GetLogger_BeforeConfiguration_ThrowsAndSaysWhatToDo()
    {
        string expected = _scene.Folder.File("log4net.config");

        foreach (Func<IEasyLogger> get in new Func<IEasyLogger>[] { () => Service.GetLogger("a"), () => Service.GetLogger(typeof(string)), () => Service.GetLogger<string>() })
        {
            Assert.That(get, Throws.InvalidOperationException.With.Message.Contains(expected).And.Message.Contains("Configure"));
        }

        Assert.That(Service.Configuration, Is.Null);
    }

    [Test]
    public void GetLogger_ApplicationConfiguredLog4NetItself_Works()
    {
        GatedAppender appender = new();
        _scene.Repository.Attach(appender);

        Service.GetLogger("a").Info("1");

        Assert.That(appender.Messages, Is.EqualTo(new[] { "1" }));
        Assert.That(Service.Configuration, Is.Null);
    }

    [Test]
    public void GetLogger_Null_ThrowsArgumentNull([Values] bool configured)
    {
        if (configured)
        {
            _scene.Configured();
        }

        Assert.That(() => Service.GetLogger((string)null!), Throws.ArgumentNullException);
        Assert.That(() => Service.GetLogger((Type)null!), Throws.ArgumentNullException);
    }

    [TestCase("")]
    [TestCase(" ")]
    public void GetLogger_Blank_ThrowsArgument(string name)
    {
        _scene.Configured();

        Assert.That(() => Service.GetLogger(name), Throws.ArgumentException);
    }

    [Test]
    public void GetLogger_NameOrType_HasThatName()
    {
        _scene.Configured();

        Assert.That(Service.GetLogger("Paradise").Name, Is.EqualTo("Paradise"));
        Assert.That(Service.GetLogger(typeof(FacadeScene)).Name, Is.EqualTo("Easy.Logger.Tests.Facade.FacadeScene"));
        Assert.That(Service.GetLogger<FacadeScene>().Name, Is.EqualTo("Easy.Logger.Tests.Facade.FacadeScene"));
        Assert.That(Service.GetLogger<Nested>().Name, Is.EqualTo("Easy.Logger.Tests.Facade.Log4NetServiceTests+Nested"));
        Assert.That(Service.GetLogger(typeof(List<>)).Name, Is.EqualTo("System.Collections.Generic.List`1"));
        Assert.That(Service.GetLogger<List<int>>().Name, Is.EqualTo(typeof(List<int>).FullName));
        Assert.That(Service.GetLogger(typeof(List<>).GetGenericArguments()[0]).Name, Is.EqualTo("T"));
    }

    [Test]
    public void Configure_Null_ThrowsArgumentNull() => Assert.That(() => Service.Configure(null!), Throws.ArgumentNullException);

    [Test]
    public void Configure_Missing_ThrowsAndLeavesTheConfiguration()
    {
        FileInfo missing = new(_scene.Folder.File("missing.config"));
        _scene.Configured("first");
        FileInfo? before = Service.Configuration;

        Assert.That(
            () => Service.Configure(missing),
            Throws.InstanceOf<FileNotFoundException>().With.Message.Contains(missing.FullName).And.Property(nameof(FileNotFoundException.FileName)).EqualTo(missing.FullName));

        Assert.That(Service.Configuration, Is.SameAs(before));
        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "first" }));
    }

    [Test]
    public void Configure_FileInfoThatLookedBefore_LooksAgain()
    {
        FileInfo file = new(_scene.Folder.File("late.config"));
        Assert.That(file.Exists, Is.False);
        File.WriteAllText(file.FullName, FacadeScene.Document("late"));

        Service.Configure(file);

        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "late" }));
        file.Refresh();
        Assert.That(file.Exists, Is.True);
        file.Delete();
        Assert.That(() => Service.Configure(file), Throws.InstanceOf<FileNotFoundException>());
    }

    [Test]
    public void Configure_AnotherFile_LoggersFollow()
    {
        IEasyLogger logger = _scene.Configured("first");
        FileInfo other = _scene.Write("other.config", "second");

        Service.Configure(other);
        logger.Info("1");

        Assert.That(Service.Configuration, Is.SameAs(other));
        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "second" }));
        Assert.That(_scene.Texts, Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void Configure_BrokenFile_IsToldAndReadWhenPutRight()
    {
        FileInfo broken = new(_scene.Folder.File("broken.config"));
        File.WriteAllText(broken.FullName, "<log4net>");

        Service.Configure(broken);
        IEasyLogger logger = Service.GetLogger("test");
        logger.Fatal("nobody hears");

        Assert.That(_scene.Messages.Naming("log4net:ERROR"), Is.Not.Empty);
        Assert.That(Service.Configuration, Is.SameAs(broken));
        File.WriteAllText(broken.FullName, FacadeScene.Document("right"));
        _scene.AwaitAppender("right");
        logger.Info("1");
        Assert.That(_scene.Texts, Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void ConfigureByConvention_FileBeside_IsReadOnce()
    {
        FileInfo file = _scene.Write("log4net.config", "beside");

        Service.ConfigureByConvention();

        Assert.That(Service.Configuration!.FullName, Is.EqualTo(file.FullName));
        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "beside" }));
        Service.Configure(_scene.Write("other.config", "other"));
        Service.ConfigureByConvention();
        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "other" }));
    }

    [Test]
    public void ConfigureByConvention_NoFile_ConfiguresNothing()
    {
        Service.ConfigureByConvention();

        Assert.That(Service.Configuration, Is.Null);
        Assert.That(_scene.Repository.Hierarchy.Configured, Is.False);
    }

    /// <summary>An appender that logs may ask for its logger while it is made.</summary>
    [Test]
    public void ConfigureByConvention_AppenderAsksForALogger_GetsIt()
    {
        AskingAppender.Ask.Value = () =>
        {
            Service.ConfigureByConvention();
            return Service.GetLogger("appender");
        };
        _scene.Write("log4net.config", "asking", $"{typeof(AskingAppender).FullName}, Easy.Logger.Tests");

        Eventually.Returns(Service.ConfigureByConvention, "the configuration");

        Assert.That(_scene.Repository.Appender<AskingAppender>().Given?.Name, Is.EqualTo("appender"));
    }

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
              <appender name="async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger"><idleTime value="3600000" /><appender-ref ref="file" /></appender>
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

    internal sealed class AskingAppender : AppenderSkeleton
    {
        public static AsyncLocal<Func<IEasyLogger>?> Ask { get; } = new();

        public IEasyLogger? Given { get; private set; }

        public override void ActivateOptions() => Given = Ask.Value?.Invoke();

        protected override void Append(LoggingEvent loggingEvent)
        {
        }
    }

    private sealed class Nested;
}
