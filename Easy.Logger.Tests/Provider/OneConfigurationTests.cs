using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>A repository has one configuration, whoever uses it: hosts one after the other, side by side, and the facade.</summary>
internal sealed class OneConfigurationTests : ProviderScene
{
    [Test]
    public void SecondHost_SameFile_LinesOfTheFirstStay()
    {
        FileInfo file = new(Scene.Folder.File("log4net.config"));
        string appender = Scene.File(more: """<appendToFile value="false" />""");
        File.WriteAllText(file.FullName, $"<log4net>{appender}{LogScene.Root("file")}</log4net>");
        EasyLoggerProvider first = Start(file);
        first.CreateLogger("a").LogInformation("of the first");
        EasyLoggerProvider second = Start(new FileInfo(file.FullName));
        second.CreateLogger("a").LogInformation("of the second");
        first.Dispose();
        second.Dispose();
        Start(file).CreateLogger("a").LogInformation("of a later one");
        Scene.Repository.Dispose();

        Assert.That(Scene.Lines(), Is.EqualTo(new[] { "of the first", "of the second", "of a later one" }));
    }

    /// <summary>Who was refused its file uses the running one, which stays and is followed as long as it does.</summary>
    [Test]
    public void SecondHost_AnotherFile_IsReportedAndTheRunningOneStaysAsLongAsItIsUsed()
    {
        FileInfo mine = Scene.Write("mine.config", "mine");
        FileInfo other = Scene.Write("other.config", "other");
        EasyLoggerProvider first = Start(mine);
        EasyLoggerProvider refused = Start(other);
        first.Dispose();
        EasyLoggerProvider third = Start(Scene.Write("third.config", "third"));

        Assert.That(Scene.Appenders, Is.EqualTo(new[] { "mine" }));
        Assert.That(
            Scene.Messages.Naming($"[{mine.FullName}]"), Has.One.Contains($"[{other.FullName}] was not read; the running one stays."));
        Scene.Write("mine.config", "changed");
        AwaitAppender("changed");

        refused.Dispose();
        third.Dispose();
        Start(other);
        Assert.That(Scene.Appenders, Does.Contain("other"), "nobody uses the first one any more");
        Scene.Write("mine.config", "mine again");
        Scene.Write("other.config", "other again");
        AwaitAppender("other again");
        Assert.That(Scene.Appenders, Does.Not.Contain("mine again"));
    }

    [Test]
    public void FacadeAndProvider_OneFile_IsReadOnceAndFollowedUntilBothHaveEnded()
    {
        FileInfo file = Scene.Write("mine.config", "mine");
        Log4NetService facade = Facade(file);
        IAppender before = Scene.Repository.Hierarchy.GetAppenders().Single();
        EasyLoggerProvider provider = Start(file);
        facade.Configure(Scene.Write("other.config", "other"));

        Assert.That(Scene.Repository.Hierarchy.GetAppenders().Single(), Is.SameAs(before));
        provider.Dispose();
        Scene.Write("mine.config", "changed");
        AwaitAppender("changed");
    }

    [Test]
    public void Shutdown_ByTheApplicationOrTheFacade_NextHostIsConfiguredAnew([Values] bool isByTheFacade)
    {
        FileInfo file = Scene.Write("mine.config", "mine");
        Action end = isByTheFacade ? Facade(file).Dispose : Start(file).Repository.Shutdown;
        end();
        Start(file).CreateLogger("a").LogInformation("a");

        Assert.That(Scene.Repository.Appender<MemoryAppender>().GetEvents(), Has.Length.EqualTo(1));
    }

    [Test]
    [NonParallelizable]
    public void TwoHundredHosts_TwoForEachRepository_TheSecondToEndLeavesNoThreadOrAppender()
    {
        FileInfo file = new(Scene.Folder.File("hosts.config"));
        const string Kept = """<appender name="kept" type="log4net.Appender.MemoryAppender" />""";
        File.WriteAllText(file.FullName, $"<log4net>{Kept}{Scene.Async(string.Empty, "kept")}{LogScene.Root(Scene.Name)}</log4net>");
        string[] names = [.. Enumerable.Range(0, 100).Select(_ => Some.Name("host"))];
        EasyLoggerProvider[] first = Array.ConvertAll(names, name => New(name, file));
        EasyLoggerProvider[] second = Array.ConvertAll(names, name => New(name, file));
        Array.ForEach(first, host => host.Dispose());
        Array.ForEach(second, host => host.CreateLogger("a").LogInformation("a"));
        AsyncBufferingForwardingAppender[] appenders =
            [.. second.SelectMany(host => host.Repository.GetAppenders()).OfType<AsyncBufferingForwardingAppender>()];
        Assert.That(appenders, Has.Length.EqualTo(100));
        Array.ForEach(second, host => host.Dispose());

        Workers.AssertNoneLeft(appenders);
        Assert.That(names.Select(name => log4net.LogManager.GetRepository(name).GetAppenders().Length), Is.All.Zero);
    }

    private static EasyLoggerProvider New(string repository, FileInfo file) =>
        new(new EasyLoggerOptions { Repository = repository, Configuration = file });

    private EasyLoggerProvider Start(FileInfo file) => Owned(New(Name, file));

    private Log4NetService Facade(FileInfo file)
    {
        Log4NetService facade =
            Owned(new Log4NetService(Scene.Repository.Hierarchy, Scene.Folder.Path, TimeProvider.System, closeLimitMilliseconds: 30_000));
        facade.Configure(file);
        return facade;
    }

    private void AwaitAppender(string name) => Eventually.Holds(() => Scene.Appenders.Contains(name), $"appender '{name}' is in force");
}
