using Easy.Logger.Interfaces;

namespace Easy.Logger.Tests.Facade;

/// <summary>Configuring, handing out loggers, ending: a shutdown that ends, and may be followed by a new beginning.</summary>
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

        Type type = typeof(string);
        Func<IEasyLogger>[] ways = [() => Service.GetLogger("a"), () => Service.GetLogger(type), () => Service.GetLogger<string>()];
        foreach (Func<IEasyLogger> get in ways)
        {
            Assert.That(get, Throws.InvalidOperationException.With.Message.Contains(expected).And.Message.Contains("Configure"));
        }

        Assert.That(Service.Configuration, Is.Null);
    }

    [Test]
    public void GetLogger_NullOrBlank_Throws([Values] bool configured)
    {
        if (configured)
        {
            _scene.Configured();
        }

        Assert.That(() => Service.GetLogger((string)null!), Throws.ArgumentNullException);
        Assert.That(() => Service.GetLogger((Type)null!), Throws.ArgumentNullException);
        Assert.That(() => Service.GetLogger(" "), Throws.ArgumentException);
        Assert.That(() => Service.Configure(null!), Throws.ArgumentNullException);
    }

    [Test]
    public void GetLogger_NameOrType_HasThatName()
    {
        _scene.Configured();
        Type type = typeof(FacadeScene);

        Assert.That(Service.GetLogger("Paradise").Name, Is.EqualTo("Paradise"));
        Assert.That(Service.GetLogger(type).Name, Is.EqualTo("Easy.Logger.Tests.Facade.FacadeScene"));
        Assert.That(Service.GetLogger<FacadeScene>().Name, Is.EqualTo("Easy.Logger.Tests.Facade.FacadeScene"));
        Assert.That(Service.GetLogger<Nested>().Name, Is.EqualTo("Easy.Logger.Tests.Facade.Log4NetServiceTests+Nested"));
        Assert.That(Service.GetLogger(typeof(List<>)).Name, Is.EqualTo("System.Collections.Generic.List`1"));
        Assert.That(Service.GetLogger<List<int>>().Name, Is.EqualTo(typeof(List<int>).FullName));
        Assert.That(Service.GetLogger(typeof(List<>).GetGenericArguments()[0]).Name, Is.EqualTo("T"));
    }

    [Test]
    public void Configure_Missing_ThrowsAndLeavesTheConfiguration()
    {
        FileInfo missing = new(_scene.Folder.File("missing.config"));
        _scene.Configured("first");
        FileInfo? before = Service.Configuration;

        Assert.That(
            () => Service.Configure(missing),
            Throws.InstanceOf<FileNotFoundException>().With.Message.Contains(missing.FullName)
                .And.Property(nameof(FileNotFoundException.FileName)).EqualTo(missing.FullName));

        Assert.That(Service.Configuration, Is.SameAs(before));
        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "first" }));
    }

    [Test]
    public void Configure_FileInfoThatLookedBefore_LooksAgain()
    {
        FileInfo file = new(_scene.Folder.File("late.config"));
        Assert.That(file.Exists, Is.False);
        File.WriteAllText(file.FullName, LogScene.Document("late"));

        Service.Configure(file);

        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "late" }));
        file.Refresh();
        Assert.That(file.Exists, Is.True);
        file.Delete();
        Assert.That(() => Service.Configure(file), Throws.InstanceOf<FileNotFoundException>());
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
        File.WriteAllText(broken.FullName, LogScene.Document("right"));
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
    public void ConfigureByConvention_ConfiguredByTheApplication_StaysAsItIs()
    {
        _scene.Write("log4net.config", "beside");
        _scene.Repository.Attach(new MemoryAppender { Name = "chosen" });

        Service.ConfigureByConvention();

        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "chosen" }));
        Assert.That(Service.Configuration, Is.Null);
        Assert.That(() => Service.GetLogger("test").Info("1"), Throws.Nothing);
        Assert.That(_scene.Texts, Is.EqualTo(new[] { "1" }));
    }

    /// <summary>An appender that logs may ask for its logger while it is made.</summary>
    [Test]
    public void ConfigureByConvention_AppenderAsksForALogger_GetsIt()
    {
        string asking = Some.Name("asking");
        IEasyLogger? given = null;
        ActivatedAppender.OnActivate[asking] = () =>
        {
            Service.ConfigureByConvention();
            given = Service.GetLogger("appender");
        };
        _scene.Write("log4net.config", asking, typeof(ActivatedAppender).AssemblyQualifiedName!);

        Eventually.Returns(Service.ConfigureByConvention, "the configuration");

        Assert.That(given?.Name, Is.EqualTo("appender"));
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
    public void Dispose_AppenderNeverCloses_ReturnsAndTellsAndConfigureThrowsUntilItHas()
    {
        using FacadeScene scene = new(closeLimitMilliseconds: 51); // no other test's, for the internal log is the whole process's
        using ManualResetEventSlim gate = new();
        scene.Repository.Attach(new GatedAppender { OnClose = () => gate.Wait(Eventually.Patience) });
        FileInfo file = scene.Write("other.config", "second");

        Eventually.Returns(scene.Service.Dispose, "Dispose");

        Assert.That(scene.Messages.Naming("still closing after 51 ms"), Has.Count.EqualTo(1));
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

    private sealed class Nested;
}
