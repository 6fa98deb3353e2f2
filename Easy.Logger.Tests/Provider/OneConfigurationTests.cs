using System.Runtime.CompilerServices;
using Easy.Logger.Extensions.Microsoft;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>
/// A repository has one configuration, whoever of a process uses it: hosts one after the other, side by side, and the facade.
/// </summary>
[Category("Provider")]
internal sealed class OneConfigurationTests : IDisposable
{
    private static readonly AsyncLocal<object?> _carried = new();

    private readonly LogScene _scene = new();
    private readonly List<EasyLoggerProvider> _providers = [];

    public void Dispose()
    {
        _providers.ForEach(provider => provider.Dispose());
        _scene.Dispose();
    }

    [Test]
    public void SecondHost_SameFile_LinesOfTheFirstStay()
    {
        FileInfo file = new(_scene.Folder.File("app.config"));
        string appender = _scene.File(more: """<appendToFile value="false" />""");
        File.WriteAllText(file.FullName, $"<log4net>{appender}{LogScene.Root("file")}</log4net>");
        EasyLoggerProvider first = Provider(file);
        first.CreateLogger("a").LogInformation("of the first");
        EasyLoggerProvider second = Provider(new FileInfo(file.FullName));
        second.CreateLogger("a").LogInformation("of the second");
        first.Dispose();
        second.Dispose();
        Provider(file).CreateLogger("a").LogInformation("of a later one");
        _scene.Repository.Dispose();

        Assert.That(_scene.Folder.Lines("file"), Is.EqualTo(new[] { "of the first", "of the second", "of a later one" }));
    }

    [Test]
    public void SecondHost_AnotherFile_IsReportedAndTheRunningOneStays()
    {
        FileInfo mine = _scene.Write("mine.config", "mine");
        FileInfo other = _scene.Write("other.config", "other");
        EasyLoggerProvider first = Provider(mine);

        using (EasyLoggerProvider second = Provider(other))
        {
            Assert.That(_scene.Appenders, Is.EqualTo(new[] { "mine" }));
        }

        Assert.That(
            _scene.Messages.Naming($"[{mine.FullName}]"), Has.One.Contains($"[{other.FullName}] was not read; the running one stays."));
        first.Dispose();
        Provider(other);
        Assert.That(_scene.Appenders, Does.Contain("other"), "nobody uses the first one any more");
    }

    /// <summary>Who was refused its file uses the running one, which stays and is followed as long as it does.</summary>
    [Test]
    public void RefusedHost_RunsOn_NobodyTakesItsConfigurationAndItIsFollowed()
    {
        FileInfo mine = _scene.Write("mine.config", "mine");
        EasyLoggerProvider first = Provider(mine);
        Provider(_scene.Write("other.config", "other"));
        first.Dispose();
        Provider(_scene.Write("third.config", "third"));
        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "mine" }));

        _scene.Write("mine.config", "changed");
        AwaitAppender("changed");
    }

    [Test]
    public void Shutdown_NextHost_IsConfiguredAnew()
    {
        FileInfo file = _scene.Write("mine.config", "mine");
        Provider(file);
        _scene.Repository.Hierarchy.Shutdown();
        EasyLoggerProvider next = Provider(file);
        next.CreateLogger("a").LogInformation("a");

        Assert.That(_scene.Repository.Appender<MemoryAppender>().GetEvents(), Has.Length.EqualTo(1));
    }

    [Test]
    public void FacadeAndProvider_OneFile_IsReadOnceAndFollowedUntilBothHaveEnded()
    {
        FileInfo file = _scene.Write("mine.config", "mine");
        using Log4NetService facade = Facade();
        facade.Configure(file);
        IAppender before = _scene.Repository.Hierarchy.GetAppenders().Single();
        EasyLoggerProvider provider = Provider(file);

        Assert.That(_scene.Repository.Hierarchy.GetAppenders().Single(), Is.SameAs(before));
        provider.Dispose();
        _scene.Write("mine.config", "changed");
        AwaitAppender("changed");
    }

    [Test]
    public void FacadeDisposed_NextHost_IsConfiguredAnew()
    {
        FileInfo file = _scene.Write("mine.config", "mine");
        using Log4NetService facade = Facade();
        facade.Configure(file);
        facade.Dispose();
        Provider(file);

        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "mine" }));
    }

    [Test]
    public void HostIsGone_ItsFileChanges_TheRunningHostKeepsItsOwn()
    {
        FileInfo mine = _scene.Write("mine.config", "mine");
        FileInfo other = _scene.Write("other.config", "other");
        Provider(mine).Dispose();
        Provider(other);
        _scene.Write("mine.config", "mine again");
        _scene.Write("other.config", "other again");

        AwaitAppender("other again");
        Assert.That(_scene.Appenders, Does.Not.Contain("mine again"));
    }

    /// <summary>As Kubernetes updates a mounted ConfigMap: the file is a link below a link, which is swapped.</summary>
    [Test]
    public void Watch_LinkOfAConfigMapIsSwapped_IsSeen()
    {
        string Place(string name) => Path.Combine(_scene.Folder.Path, name);
        Directory.CreateDirectory(Place("..first"));
        Directory.CreateDirectory(Place("..second"));
        _scene.Write("..first/log4net.config", "first");
        _scene.Write("..second/log4net.config", "second");
        File.CreateSymbolicLink(Place("..data"), "..first");
        File.CreateSymbolicLink(Place("log4net.config"), "..data/log4net.config");
        Provider(new FileInfo(Place("log4net.config")));
        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "first" }));

        File.CreateSymbolicLink(Place("..data_tmp"), "..second");
        new Command(_scene.Folder.Path).Succeeds("mv", "-T", "..data_tmp", "..data");
        AwaitAppender("second");
        Directory.Delete(Place("..first"), recursive: true);
        _scene.Write("..second/log4net.config", "third");
        AwaitAppender("third");
    }

    [Test]
    [Platform("Linux")]
    public void Configuration_IsAPipe_IsReported()
    {
        FileInfo pipe = new(_scene.Folder.MakePipe("log4net.config"));

        EasyLoggerProvider provider = Eventually.Returns(() => Provider(pipe), "the provider");

        Assert.That(_scene.Messages.Naming($"[{pipe.FullName}]"), Is.Not.Empty);
        Assert.That(RepositoryConfiguration.ProblemsOf(provider.Repository), Has.Some.Contains("a pipe"));
    }

    [Test]
    [Platform("Linux")]
    public void Configuration_IsReplacedByAPipe_TheRunningOneStaysAndLaterOnesAreRead()
    {
        FileInfo file = _scene.Write("log4net.config", "first");
        EasyLoggerProvider provider = Provider(file);

        file.Delete();
        _scene.Folder.MakePipe("log4net.config");
        Eventually.Holds(() => RepositoryConfiguration.ProblemsOf(provider.Repository).Count > 0, "the pipe is seen");
        Assert.That(_scene.Appenders, Is.EqualTo(new[] { "first" }));

        file.Delete();
        _scene.Write("log4net.config", "second");
        AwaitAppender("second");
        Eventually.Returns(provider.Dispose, "the end of the provider");
    }

    [Test]
    public void Watch_MakerCarriesAnObject_IsNotKept()
    {
        WeakReference carried = Start(_scene.Write("mine.config", "mine"));

        Eventually.IsCollected(carried, "the object");
    }

    /// <summary>As a suite of tests with a host in each.</summary>
    [Test]
    [NonParallelizable]
    [Platform("Linux")] // counts what it shows of a process
    public void TwoHundredHosts_RepositoryEach_LeaveNoThreadDescriptorOrWatch()
    {
        FileInfo file = new(_scene.Folder.File("hosts.config"));
        const string Kept = """<appender name="kept" type="log4net.Appender.MemoryAppender" />""";
        File.WriteAllText(file.FullName, $"<log4net>{Kept}{_scene.Async(string.Empty, "kept")}{LogScene.Root(_scene.Name)}</log4net>");
        string[] names = [.. Enumerable.Range(0, 200).Select(_ => Some.Name("host"))];
        EasyLoggerProvider[] hosts =
            [.. names.Select(name => new EasyLoggerProvider(new EasyLoggerOptions { Repository = name, Configuration = file }))];
        Assert.That(Watches(), Is.LessThan(50), "hosts with one file share its watch");
        Array.ForEach(hosts, host => host.CreateLogger("a").LogInformation("a"));
        AsyncBufferingForwardingAppender[] appenders =
            [.. hosts.SelectMany(host => host.Repository.GetAppenders()).OfType<AsyncBufferingForwardingAppender>()];
        Assert.That(appenders, Has.Length.EqualTo(200));
        Array.ForEach(hosts, host => host.Dispose());

        Workers.AssertNoneLeft(appenders);
        Assert.That(names.Select(name => log4net.LogManager.GetRepository(name).GetAppenders().Length), Is.All.Zero);
        Eventually.Holds(() => Listens(file) == 0, "nobody listens to the folder");
    }

    private static int Watches() => Directory.GetFiles("/proc/self/fd")
        .Count(descriptor => new FileInfo(descriptor).LinkTarget?.Contains("inotify", StringComparison.Ordinal) == true);

    /// <summary>Watches of the process on the folder of a file.</summary>
    private static int Listens(FileInfo file)
    {
        string inode = $"ino:{Inode(file.DirectoryName!):x} ";
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

    private static long Inode(string path) => long.Parse(
        new Command(path).Succeeds("stat", "-c", "%i", path).Trim(), System.Globalization.CultureInfo.InvariantCulture);

    private Log4NetService Facade() =>
        new(_scene.Repository.Hierarchy, _scene.Folder.Path, TimeProvider.System, closeLimitMilliseconds: 30_000);

    private EasyLoggerProvider Provider(FileInfo file)
    {
        EasyLoggerProvider provider = new(new EasyLoggerOptions { Repository = _scene.Repository.Hierarchy.Name, Configuration = file });
        _providers.Add(provider);
        return provider;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference Start(FileInfo file)
    {
        object carried = new();
        Thread thread = new(() =>
        {
            _carried.Value = carried;
            Provider(file);
        });
        thread.Start();
        Assert.That(thread.Join(Eventually.Patience), Is.True);
        return new WeakReference(carried);
    }

    private void AwaitAppender(string name) => Eventually.Holds(() => _scene.Appenders.Contains(name), $"appender '{name}' is in force");
}
