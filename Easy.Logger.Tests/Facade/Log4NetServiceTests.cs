using Easy.Logger.Facade;
using Easy.Logger.Interfaces;

namespace Easy.Logger.Tests.Facade;

/// <summary>Configuring, handing out loggers, ending: a shutdown that ends, and may be followed by a new beginning.</summary>
internal sealed class Log4NetServiceTests : FacadeScene
{
    [Test]
    public void GetLogger_NullBlankOrBeforeConfiguration_ThrowsAndSaysWhatToDo()
    {
        Type type = typeof(string);
        Func<IEasyLogger>[] ways = [() => Service.GetLogger("a"), () => Service.GetLogger(type), () => Service.GetLogger<string>()];
        foreach (Func<IEasyLogger> get in ways)
        {
            Assert.That(
                get,
                Throws.InvalidOperationException.With.Message.Contains(Scene.Folder.File("log4net.config"))
                    .And.Message.Contains("Configure"));
        }

        Assert.That(Service.Configuration, Is.Null);
        Configured();
        Assert.That(() => Service.GetLogger((string)null!), Throws.ArgumentNullException);
        Assert.That(() => Service.GetLogger((Type)null!), Throws.ArgumentNullException);
        Assert.That(() => Service.GetLogger(" "), Throws.ArgumentException);
        Assert.That(() => Service.Configure(null!), Throws.ArgumentNullException);
    }

    [Test]
    public void GetLogger_NameOrType_HasThatName()
    {
        Configured();

        Assert.That(Service.GetLogger("Paradise").Name, Is.EqualTo("Paradise"));
        Assert.That(Service.GetLogger<Nested>().Name, Is.EqualTo("Easy.Logger.Tests.Facade.Log4NetServiceTests+Nested"));
        Assert.That(Service.GetLogger(typeof(List<>)).Name, Is.EqualTo("System.Collections.Generic.List`1"));
        Assert.That(Service.GetLogger(typeof(List<>).GetGenericArguments()[0]).Name, Is.EqualTo("T"));
    }

    /// <summary>A FileInfo remembers whether the file was there when it was first asked.</summary>
    [Test]
    public void Configure_FileInfoThatLookedBefore_LooksAgainAndThrowsWhereThereIsNoFile()
    {
        FileInfo file = new(Scene.Folder.File("late.config"));
        Assert.That(file.Exists, Is.False);
        Configured("first");
        Assert.That(
            () => Service.Configure(file),
            Throws.InstanceOf<FileNotFoundException>().With.Message.Contains(file.FullName)
                .And.Property(nameof(FileNotFoundException.FileName)).EqualTo(file.FullName));
        AssertAppenders("first");

        Scene.Write("late.config", "late");
        Service.Configure(file);
        AssertAppenders("late");
    }

    [Test]
    public void ConfigureByConvention_FileBeside_IsReadOnce()
    {
        FileInfo file = Scene.Write("log4net.config", "beside");

        Service.ConfigureByConvention();

        Assert.That(Service.Configuration!.FullName, Is.EqualTo(file.FullName));
        AssertAppenders("beside");
        Service.Configure(Scene.Write("other.config", "other"));
        Service.ConfigureByConvention();
        AssertAppenders("other");
    }

    [Test]
    public void ConfigureByConvention_ConfiguredByTheApplication_StaysAsItIs()
    {
        Scene.Write("log4net.config", "beside");
        Scene.Repository.Attach(new MemoryAppender { Name = "chosen" });

        Service.ConfigureByConvention();

        AssertAppenders("chosen");
        Assert.That(Service.Configuration, Is.Null);
        Assert.That(() => Service.GetLogger("test").Info("1"), Throws.Nothing);
        Assert.That(Texts, Is.EqualTo(new[] { "1" }));
    }

    /// <summary>An appender that logs may ask for its logger while it is made, and use the file that it is made from.</summary>
    [Test]
    public void ConfigureByConvention_AppenderAsksForALogger_GetsItAndProblemsAreThoseOfTheFile()
    {
        string asking = Some.Name("asking");
        IEasyLogger? given = null;
        FileInfo file = Scene.Write("log4net.config", asking, typeof(ActivatedAppender).AssemblyQualifiedName!);
        string text = File.ReadAllText(file.FullName);
        File.WriteAllText(file.FullName, text.Replace("<root>", "<root><noSuchOption />", StringComparison.Ordinal));
        ActivatedAppender.OnActivate[asking] = () =>
        {
            Service.ConfigureByConvention();
            given = Service.GetLogger("appender");
            RepositoryConfiguration.Use(Scene.Repository.Hierarchy, file, watch: false).Dispose();
        };

        Eventually.Returns(Service.ConfigureByConvention, "the configuration");

        Assert.That(given?.Name, Is.EqualTo("appender"));
        Assert.That(Problems, Has.Count.EqualTo(1).And.All.Contain("noSuchOption"));
    }

    [Test]
    public void Dispose_Twice_NothingIsLoggedAndNothingThrowsUntilItIsConfiguredAnew()
    {
        IEasyLogger logger = Configured();

        Service.Dispose();
        Service.Dispose();
        logger.Info("1");
        logger.FatalFormat("{0}", 2);
        Service.GetLogger("another").Error("3", new InvalidOperationException());

        Assert.That(Service.Configuration, Is.Null);
        AssertAppenders();
        Assert.That(Time.PendingTimers, Is.Zero);

        FileInfo file = Scene.Write("other.config", "second");
        Service.Configure(file);
        logger.Info("4");
        Assert.That(Service.Configuration, Is.SameAs(file));
        Assert.That(Texts, Is.EqualTo(new[] { "4" }));
    }

    [Test]
    public void Dispose_AppenderNeverCloses_ReturnsAndReportsItAndConfigureThrowsUntilItHas()
    {
        using FacadeScene scene = new(closeLimitMilliseconds: 51); // no other test's, for the internal log is the whole process's
        using ManualResetEventSlim gate = new();
        scene.Scene.Repository.Attach(new GatedAppender { OnClose = () => gate.Wait(Eventually.Patience) });
        FileInfo file = scene.Scene.Write("other.config", "second");

        Eventually.Returns(scene.Service.Dispose, "Dispose");

        Assert.That(scene.Scene.Messages.Naming("still closing after 51 ms"), Has.Count.EqualTo(1));
        Eventually.Returns(
            () => Assert.That(() => scene.Service.Configure(file), Throws.InvalidOperationException.With.Message.Contains(file.FullName)),
            "Configure");

        gate.Set();
        lock (ConfigurationOwner.Of(scene.Scene.Repository.Hierarchy).Lock) // the shutdown has it until it ends
        {
            scene.Service.Configure(file);
        }

        scene.AssertAppenders("second");
    }

    /// <summary>The one service of a process, in a process of its own.</summary>
    [Test]
    [Demand("K8")]
    public void Instance_NoFileBesideTheProgram_RefusesLoggersUntilConfiguredThenTheyAreInjectedAndTheFileIsFollowed()
    {
        string appenders = Scene.File("first", "%logger|%message%newline") + Scene.Async("""<idleTime value="3600000" />""", "first");
        File.WriteAllText(Scene.Folder.File("by-hand.config"), $"<log4net>{appenders}{LogScene.Root(Scene.Name)}</log4net>");

        using ProbeRun run = new(TestProgram.ExitProbe, "facade", Scene.Folder.Path);
        run.AssertEndsWith(90);

        const string Consumer = "ExitProbe.FacadeScenarios+Consumer";
        string beside = Path.Combine(Path.GetDirectoryName(TestProgram.ExitProbe.Path)!, "log4net.config");
        Assert.That(run.Output, Has.One.StartsWith("service: ").And.One.StartsWith("container: "), run.Transcript);
        Assert.That(run.Output, Has.Exactly(2).Contains(beside), run.Transcript);
        string[] expected = ["the same logger: True", "followed: True", $"after Dispose: {Consumer}|two"];
        Assert.That(run.Output, Is.SupersetOf(expected), run.Transcript);
        Assert.That(Scene.Lines("first"), Is.EqualTo(new[] { $"{Consumer}|work 1", $"{Consumer}+Helper|help" }), run.Transcript);
        Assert.That(Scene.Lines("second"), Is.EqualTo(new[] { $"{Consumer}|two" }), run.Transcript);
    }

    private sealed class Nested;
}
