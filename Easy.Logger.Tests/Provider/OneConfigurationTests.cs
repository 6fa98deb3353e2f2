using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>A repository has one configuration, whoever uses it: hosts one after the other, side by side, and the facade.</summary>
internal sealed class OneConfigurationTests : ProviderScene
{
    private static readonly AsyncLocal<object?> _carried = new();

    /// <summary>The name of a repository that providers make, and of appenders.</summary>
    private readonly string _name = Some.Name("host");

    [Test]
    public void SecondHost_SameFile_LinesOfTheFirstStay()
    {
        FileInfo file = WriteOfAFile("""<appendToFile value="false" />""");
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
    [Platform("Linux")]
    public void Configuration_IsAPipe_IsReportedTheRunningOneStaysAndLaterOnesAreRead()
    {
        FileInfo file = new(Scene.Folder.MakePipe("log4net.config"));
        EasyLoggerProvider provider = Eventually.Returns(() => Start(file), "the provider");
        Assert.That(Scene.Messages.Naming($"[{file.FullName}]"), Is.Not.Empty);
        Assert.That(RepositoryConfiguration.ProblemsOf(provider.Repository), Has.Some.Contains("a pipe"));

        file.Delete();
        Scene.Write("log4net.config", "first");
        AwaitAppender("first");
        file.Delete();
        Scene.Folder.MakePipe("log4net.config");
        Eventually.Holds(() => RepositoryConfiguration.ProblemsOf(provider.Repository).Count > 0, "the pipe is seen");
        Assert.That(Scene.Appenders, Is.EqualTo(new[] { "first" }));

        file.Delete();
        Scene.Write("log4net.config", "second");
        AwaitAppender("second");
        Eventually.Returns(provider.Dispose, "the end of the provider");
    }

    [Test]
    public void Watch_MakerCarriesAnObject_IsNotKept() =>
        Eventually.IsCollected(StartCarrying(Scene.Write("mine.config", "mine")), "the object");

    /// <summary>As a suite of tests with a host in each.</summary>
    [Test]
    [NonParallelizable]
    [Platform("Linux")] // counts what it shows of a process
    public void TwoHundredHosts_RepositoryEach_LeaveNoThreadDescriptorOrWatch()
    {
        FileInfo file = new(Scene.Folder.File("hosts.config"));
        const string Kept = """<appender name="kept" type="log4net.Appender.MemoryAppender" />""";
        File.WriteAllText(file.FullName, $"<log4net>{Kept}{Scene.Async(string.Empty, "kept")}{LogScene.Root(Scene.Name)}</log4net>");
        string[] names = [.. Enumerable.Range(0, 200).Select(_ => Some.Name("host"))];
        EasyLoggerProvider[] hosts = Array.ConvertAll(names, name => New(name, file));
        Assert.That(Listens(file), Is.InRange(1, 50), "hosts with one file share its watch");
        Array.ForEach(hosts, host => host.CreateLogger("a").LogInformation("a"));
        AsyncBufferingForwardingAppender[] appenders =
            [.. hosts.SelectMany(host => host.Repository.GetAppenders()).OfType<AsyncBufferingForwardingAppender>()];
        Assert.That(appenders, Has.Length.EqualTo(200));
        Array.ForEach(hosts, host => host.Dispose());

        Workers.AssertNoneLeft(appenders);
        Assert.That(names.Select(name => log4net.LogManager.GetRepository(name).GetAppenders().Length), Is.All.Zero);
        Eventually.Holds(() => Listens(file) == 0, "nobody listens to the folder");
    }

    [Test]
    public void Provider_RepositoryIsBeingShutDown_ConfiguresItAnew()
    {
        FileInfo file = Write(typeof(GatedAppender));
        EasyLoggerProvider first = New(_name, file);
        using Gate gate = new();
        Child(first).OnClose = gate.Enter;
        using BackgroundCall<bool> end = BackgroundCall.Of(first.Dispose);
        gate.AwaitEntry();
        using BackgroundCall<EasyLoggerProvider> start = new(() => New(_name, file));
        start.AwaitBlockedOrDone();
        gate.Dispose();

        using EasyLoggerProvider second = start.Result;
        Assert.That(end.Result, Is.True);
        Eventually.Holds(() => second.Repository.Configured, "it is configured");
        second.CreateLogger("a").LogInformation("a");

        Assert.That(Child(second).Messages, Is.EqualTo(new[] { "a" }));

        static GatedAppender Child(EasyLoggerProvider provider) => provider.Repository.GetAppenders().OfType<GatedAppender>().Single();
    }

    [Test]
    public void Hosts_SideBySideAndOneAfterTheOther_EveryLineIsInTheFile()
    {
        FileInfo file = WriteOfAFile();
        Parallel.For(0, 4, host =>
        {
            for (int i = 0; i < 25; i++)
            {
                using EasyLoggerProvider provider = New(_name, file);
                provider.CreateLogger("a").LogInformation("{Host} {Number}", host, i);
            }
        });

        Assert.That(Scene.Lines(), Has.Count.EqualTo(100));
    }

    [Test]
    public void Dispose_AnotherRepositoryIsBeingConfigured_DoesNotWaitForIt()
    {
        EasyLoggerProvider mine = New(_name, Write(typeof(MemoryAppender)));
        FileInfo slow = Write(typeof(ActivatedAppender));
        using Gate gate = new();
        ActivatedAppender.OnActivate[_name] = gate.Enter;
        BackgroundCall<EasyLoggerProvider> other = new(() => New(Some.Name("other"), slow));
        gate.AwaitEntry();
        Eventually.Returns(mine.Dispose, "the end of a provider");
        Eventually.Returns(() => New(Some.Name("third"), Write(typeof(MemoryAppender))).Dispose(), "another provider");
        gate.Dispose();
        other.Result.Dispose();
    }

    [Test]
    public void Dispose_ChangedOptionsAreBeingApplied_DoesNotWaitForThem()
    {
        ChangingOptions changing =
            new(new EasyLoggerOptions { Repository = _name, Configuration = Write(typeof(MemoryAppender)) });
        EasyLoggerProvider provider = EasyLoggerProvider.Follow(changing);
        EasyLoggerOptions slow = new() { Repository = _name, Configuration = Write(typeof(ActivatedAppender)) };
        using Gate gate = new();
        ActivatedAppender.OnActivate[_name] = gate.Enter;
        BackgroundCall<bool> change = BackgroundCall.Of(() => changing.Raise(slow));
        gate.AwaitEntry();

        Eventually.Returns(provider.Dispose, "the end of the provider");
        Assert.That(change.Result, Is.True, "whoever reports the change does not wait either: the end of a container waits for it");
    }

    /// <summary>Watches of the process on the folder of a file.</summary>
    private static int Listens(FileInfo file)
    {
        string number = new Command(file.DirectoryName!).Succeeds("stat", "-c", "%i", ".").Trim();
        string inode = $"ino:{long.Parse(number, CultureInfo.InvariantCulture):x} ";
        return Directory.GetFiles("/proc/self/fdinfo").Count(descriptor =>
        {
            try
            {
                return File.ReadAllText(descriptor).Contains(inode, StringComparison.Ordinal);
            }
            catch (IOException)
            {
                return false; // closed meanwhile
            }
        });
    }

    private static EasyLoggerProvider New(string repository, FileInfo file) =>
        new(new EasyLoggerOptions { Repository = repository, Configuration = file });

    private EasyLoggerProvider Start(FileInfo file) => Owned(New(Name, file));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference StartCarrying(FileInfo file)
    {
        object carried = new();
        _carried.Value = carried;
        Start(file);
        _carried.Value = null;
        return new WeakReference(carried);
    }

    private Log4NetService Facade(FileInfo file)
    {
        Log4NetService facade =
            Owned(new Log4NetService(Scene.Repository.Hierarchy, Scene.Folder.Path, TimeProvider.System, closeLimitMilliseconds: 30_000));
        facade.Configure(file);
        return facade;
    }

    /// <summary>A configuration with one appender of the type, which has the name of this test.</summary>
    private FileInfo Write(Type type) => Scene.Write($"{Some.Name("file")}.config", _name, type.AssemblyQualifiedName!);

    private FileInfo WriteOfAFile(string more = "")
    {
        string path = Scene.Folder.File("log4net.config");
        File.WriteAllText(path, $"<log4net>{Scene.File(more: more)}{LogScene.Root("file")}</log4net>");
        return new FileInfo(path);
    }

    private void AwaitAppender(string name) => Eventually.Holds(() => Scene.Appenders.Contains(name), $"appender '{name}' is in force");

    /// <summary>Where whoever enters waits until it is disposed of.</summary>
    private sealed class Gate : IDisposable
    {
        private readonly ManualResetEventSlim _isReached = new();
        private readonly ManualResetEventSlim _mayGoOn = new();

        public void Enter()
        {
            _isReached.Set();
            _mayGoOn.Wait(3 * Eventually.Patience); // longer than a test waits
        }

        public void AwaitEntry() => Assert.That(_isReached.Wait(Eventually.Patience), Is.True);

        public void Dispose() => _mayGoOn.Set();
    }
}
