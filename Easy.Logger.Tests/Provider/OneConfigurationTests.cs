using System.Runtime.CompilerServices;
using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Tests.Facade;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>
/// A repository has one configuration, whoever of a process uses it: hosts one after the other, side by side, and the facade.
/// </summary>
[Category("Provider")]
internal sealed class OneConfigurationTests : IDisposable
{
    private static readonly AsyncLocal<object?> _carried = new();

    private readonly TestRepository _repository = new();
    private readonly TempFolder _folder = new();
    private readonly InternalMessages _messages = new();
    private readonly List<EasyLoggerProvider> _providers = [];

    private IEnumerable<string> Appenders => _repository.Hierarchy.GetAppenders().Select(appender => appender.Name);

    public void Dispose()
    {
        _providers.ForEach(provider => provider.Dispose());
        _repository.Dispose();
        _messages.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void SecondHost_SameFile_LinesOfTheFirstStay()
    {
        FileInfo file = WriteFile("app.config", """<appendToFile value="false" />""");
        EasyLoggerProvider first = Provider(file);
        first.CreateLogger("a").LogInformation("of the first");
        EasyLoggerProvider second = Provider(new FileInfo(file.FullName));
        second.CreateLogger("a").LogInformation("of the second");
        first.Dispose();
        second.Dispose();
        Provider(file).CreateLogger("a").LogInformation("of a later one");
        _repository.Dispose();

        Assert.That(_folder.Lines("file"), Is.EqualTo(new[] { "of the first", "of the second", "of a later one" }));
    }

    [Test]
    public void SecondHost_AnotherFile_IsReportedAndTheRunningOneStays()
    {
        FileInfo mine = Write("mine.config", "mine");
        FileInfo other = Write("other.config", "other");
        EasyLoggerProvider first = Provider(mine);

        using (EasyLoggerProvider second = Provider(other))
        {
            Assert.That(Appenders, Is.EqualTo(new[] { "mine" }));
        }

        Assert.That(_messages.Naming($"[{mine.FullName}]"), Has.One.Contains($"[{other.FullName}] was not read; the running one stays."));
        first.Dispose();
        Provider(other);
        Assert.That(Appenders, Does.Contain("other"), "nobody uses the first one any more");
    }

    /// <summary>Who was refused its file uses the running one, which stays and is followed as long as it does.</summary>
    [Test]
    public void RefusedHost_RunsOn_NobodyTakesItsConfigurationAndItIsFollowed()
    {
        FileInfo mine = Write("mine.config", "mine");
        EasyLoggerProvider first = Provider(mine);
        Provider(Write("other.config", "other"));
        first.Dispose();
        Provider(Write("third.config", "third"));
        Assert.That(Appenders, Is.EqualTo(new[] { "mine" }));

        Write("mine.config", "changed");
        AwaitAppender("changed");
    }

    [Test]
    public void Shutdown_NextHost_IsConfiguredAnew()
    {
        FileInfo file = Write("mine.config", "mine");
        Provider(file);
        _repository.Hierarchy.Shutdown();
        EasyLoggerProvider next = Provider(file);
        next.CreateLogger("a").LogInformation("a");

        Assert.That(_repository.Appender<MemoryAppender>().GetEvents(), Has.Length.EqualTo(1));
    }

    [Test]
    public void FacadeAndProvider_OneFile_IsReadOnceAndFollowedUntilBothHaveEnded()
    {
        FileInfo file = Write("mine.config", "mine");
        using Log4NetService facade = new(_repository.Hierarchy, _folder.Path, TimeProvider.System, closeLimitMilliseconds: 30_000);
        facade.Configure(file);
        IAppender before = _repository.Hierarchy.GetAppenders().Single();
        EasyLoggerProvider provider = Provider(file);

        Assert.That(_repository.Hierarchy.GetAppenders().Single(), Is.SameAs(before));
        provider.Dispose();
        Write("mine.config", "changed");
        AwaitAppender("changed");
    }

    [Test]
    public void FacadeDisposed_NextHost_IsConfiguredAnew()
    {
        FileInfo file = Write("mine.config", "mine");
        using Log4NetService facade = new(_repository.Hierarchy, _folder.Path, TimeProvider.System, closeLimitMilliseconds: 30_000);
        facade.Configure(file);
        facade.Dispose();
        Provider(file);

        Assert.That(Appenders, Is.EqualTo(new[] { "mine" }));
    }

    [Test]
    public void HostIsGone_ItsFileChanges_TheRunningHostKeepsItsOwn()
    {
        FileInfo mine = Write("mine.config", "mine");
        FileInfo other = Write("other.config", "other");
        Provider(mine).Dispose();
        Provider(other);
        Write("mine.config", "mine again");
        Write("other.config", "other again");

        AwaitAppender("other again");
        Assert.That(Appenders, Does.Not.Contain("mine again"));
    }

    /// <summary>As Kubernetes updates a mounted ConfigMap: the file is a link below a link, which is swapped.</summary>
    [Test]
    public void Watch_LinkOfAConfigMapIsSwapped_IsSeen()
    {
        string Place(string name) => Path.Combine(_folder.Path, name);
        Directory.CreateDirectory(Place("..first"));
        Directory.CreateDirectory(Place("..second"));
        Write("..first/log4net.config", "first");
        Write("..second/log4net.config", "second");
        File.CreateSymbolicLink(Place("..data"), "..first");
        File.CreateSymbolicLink(Place("log4net.config"), "..data/log4net.config");
        Provider(new FileInfo(Place("log4net.config")));
        Assert.That(Appenders, Is.EqualTo(new[] { "first" }));

        File.CreateSymbolicLink(Place("..data_tmp"), "..second");
        new Command(_folder.Path).Succeeds("mv", "-T", "..data_tmp", "..data");
        AwaitAppender("second");
        Directory.Delete(Place("..first"), recursive: true);
        Write("..second/log4net.config", "third");
        AwaitAppender("third");
    }

    [Test]
    public void Watch_MakerCarriesAnObject_IsNotKept()
    {
        WeakReference carried = Start(Write("mine.config", "mine"));

        Eventually.Holds(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                return !carried.IsAlive;
            },
            "the object is collected");
    }

    /// <summary>As a suite of tests with a host in each.</summary>
    [Test]
    [NonParallelizable]
    public void TwoHundredHosts_RepositoryEach_LeaveNoThreadDescriptorOrWatch()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Ignore("Counts what Linux shows of a process.");
        }

        FileInfo file = new(_folder.File("hosts.config"));
        File.WriteAllText(
            file.FullName,
            """
            <log4net>
              <appender name="kept" type="log4net.Appender.MemoryAppender" />
              <appender name="Hosts" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger"><appender-ref ref="kept" /></appender>
              <root><level value="ALL" /><appender-ref ref="Hosts" /></root>
            </log4net>
            """);
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

    private EasyLoggerProvider Provider(FileInfo file)
    {
        EasyLoggerProvider provider = new(new EasyLoggerOptions { Repository = _repository.Hierarchy.Name, Configuration = file });
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

    private void AwaitAppender(string name) => Eventually.Holds(() => Appenders.Contains(name), $"appender '{name}' is in force");

    private FileInfo Write(string file, string appender)
    {
        FileInfo written = new(_folder.File(file));
        File.WriteAllText(written.FullName, FacadeScene.Document(appender));
        return written;
    }

    private FileInfo WriteFile(string file, string options)
    {
        FileInfo written = new(_folder.File(file));
        File.WriteAllText(
            written.FullName,
            $"""
            <log4net>
              <appender name="file" type="log4net.Appender.FileAppender">
                <file value="{_folder.File("file.log")}" />{options}
                <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>
              </appender>
              <root><level value="ALL" /><appender-ref ref="file" /></root>
            </log4net>
            """);
        return written;
    }
}
