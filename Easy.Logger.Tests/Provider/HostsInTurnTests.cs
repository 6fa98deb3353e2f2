using Easy.Logger.Extensions.Microsoft;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>Hosts that start while others start or end: none loses lines for it, and none waits for the appenders of another.</summary>
[Category("Provider")]
internal sealed class HostsInTurnTests : IDisposable
{
    private readonly LogScene _scene = new();
    private readonly string _name = Some.Name("host");

    public void Dispose() => _scene.Dispose();

    [Test]
    public void Provider_RepositoryIsBeingShutDown_ConfiguresItAnew()
    {
        FileInfo file = Write(typeof(GatedAppender));
        using EasyLoggerProvider first = Provider(_name, file);
        using ManualResetEventSlim isClosing = new();
        using ManualResetEventSlim mayClose = new();
        Child(first).OnClose = () =>
        {
            isClosing.Set();
            mayClose.Wait(Eventually.Patience);
        };
        using BackgroundCall<bool> end = BackgroundCall.Of(first.Dispose);
        Assert.That(isClosing.Wait(Eventually.Patience), Is.True);
        using BackgroundCall<EasyLoggerProvider> start = new(() => Provider(_name, file));
        start.AwaitBlockedOrDone();
        mayClose.Set();

        using EasyLoggerProvider second = start.Result;
        Assert.That(end.Result, Is.True);
        Eventually.Holds(() => second.Repository.Configured, "it is configured");
        second.CreateLogger("a").LogInformation("a");

        Assert.That(Child(second).Messages, Is.EqualTo(new[] { "a" }));
    }

    [Test]
    public void Hosts_SideBySideAndOneAfterTheOther_EveryLineIsInTheFile()
    {
        FileInfo file = new(_scene.Folder.File("log4net.config"));
        File.WriteAllText(file.FullName, $"<log4net>{_scene.File()}{LogScene.Root("file")}</log4net>");
        Parallel.For(0, 4, host =>
        {
            for (int i = 0; i < 25; i++)
            {
                using EasyLoggerProvider provider = Provider(_name, file);
                provider.CreateLogger("a").LogInformation("{Host} {Number}", host, i);
            }
        });

        Assert.That(_scene.Lines(), Has.Count.EqualTo(100));
    }

    [Test]
    public void Dispose_AnotherRepositoryIsBeingConfigured_DoesNotWaitForIt()
    {
        using EasyLoggerProvider mine = Provider(_name, Write(typeof(MemoryAppender)));
        FileInfo slow = Write(typeof(ActivatedAppender));
        BackgroundCall<EasyLoggerProvider> other;
        using (Gate gate = new(_name))
        {
            other = new BackgroundCall<EasyLoggerProvider>(() => Provider(Some.Name("other"), slow));
            gate.AwaitEntry();
            Eventually.Returns(mine.Dispose, "the end of a provider");
            Eventually.Returns(() => Provider(Some.Name("third"), Write(typeof(MemoryAppender))).Dispose(), "another provider");
        }

        other.Result.Dispose();
    }

    [Test]
    public void Dispose_ChangedOptionsAreBeingApplied_DoesNotWaitForThem()
    {
        EasyLoggerOptions options = new() { Repository = _name, Configuration = Write(typeof(MemoryAppender)) };
        ChangingOptions changing = new(options);
        EasyLoggerProvider provider = EasyLoggerProvider.Follow(changing);
        EasyLoggerOptions slow = new() { Repository = _name, Configuration = Write(typeof(ActivatedAppender)) };
        using Gate gate = new(_name);
        BackgroundCall<bool> change = BackgroundCall.Of(() => changing.Raise(slow));
        gate.AwaitEntry();

        Eventually.Returns(provider.Dispose, "the end of the provider");
        Assert.That(change.Result, Is.True, "whoever reports the change does not wait either: the end of a container waits for it");
    }

    private static EasyLoggerProvider Provider(string name, FileInfo file) =>
        new(new EasyLoggerOptions { Repository = name, Configuration = file });

    private static GatedAppender Child(EasyLoggerProvider provider) =>
        provider.Repository.GetAppenders().OfType<GatedAppender>().Single();

    /// <summary>A configuration with one appender of the type, which has the name of this test.</summary>
    private FileInfo Write(Type type) => _scene.Write($"{Some.Name("file")}.config", _name, type.AssemblyQualifiedName!);

    /// <summary>Where appenders of a name wait when they are activated, until it is disposed of.</summary>
    private sealed class Gate : IDisposable
    {
        private readonly ManualResetEventSlim _isReached = new();
        private readonly ManualResetEventSlim _mayGoOn = new();

        public Gate(string name) => ActivatedAppender.OnActivate[name] = () =>
        {
            _isReached.Set();
            _mayGoOn.Wait(3 * Eventually.Patience); // longer than a test waits
        };

        public void AwaitEntry() => Assert.That(_isReached.Wait(Eventually.Patience), Is.True);

        public void Dispose() => _mayGoOn.Set();
    }
}
