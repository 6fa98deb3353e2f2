using System.Collections.Concurrent;
using Easy.Logger.Extensions.Microsoft;
using Easy.Logger.Tests.Facade;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>Hosts that start while others start or end: none loses lines for it, and none waits for the appenders of another.</summary>
[Category("Provider")]
internal sealed class HostsInTurnTests
{
    private static readonly ConcurrentDictionary<string, Gate> _gates = new();

    private readonly TempFolder _folder = new();
    private readonly string _name = Some.Name("host");

    [TearDown]
    public void End() => _folder.Dispose();

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
        using BackgroundCall<bool> end = new(() =>
        {
            first.Dispose();
            return true;
        });
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
        string log = _folder.File("file.log");
        FileInfo file = new(_folder.File("log4net.config"));
        File.WriteAllText(
            file.FullName,
            $"""
            <log4net>
              <appender name="file" type="log4net.Appender.FileAppender"><file value="{log}" />
                <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout></appender>
              <root><level value="ALL" /><appender-ref ref="file" /></root>
            </log4net>
            """);
        Parallel.For(0, 4, host =>
        {
            for (int i = 0; i < 25; i++)
            {
                using EasyLoggerProvider provider = Provider(_name, file);
                provider.CreateLogger("a").LogInformation("{Host} {Number}", host, i);
            }
        });

        Assert.That(File.ReadAllLines(log), Has.Length.EqualTo(100));
    }

    [Test]
    public void Dispose_AnotherRepositoryIsBeingConfigured_DoesNotWaitForIt()
    {
        using EasyLoggerProvider mine = Provider(_name, Write(typeof(MemoryAppender)));
        using Gate gate = _gates[_name] = new();
        FileInfo slow = Write(typeof(SlowToActivate));
        using BackgroundCall<EasyLoggerProvider> other = new(() => Provider(Some.Name("other"), slow));
        Assert.That(gate.IsReached.Wait(Eventually.Patience), Is.True);
        try
        {
            Eventually.Returns(mine.Dispose, "the end of a provider");
            Eventually.Returns(() => Provider(Some.Name("third"), Write(typeof(MemoryAppender))).Dispose(), "another provider");
        }
        finally
        {
            gate.MayGoOn.Set();
        }

        other.Result.Dispose();
    }

    [Test]
    public void Dispose_ChangedOptionsAreBeingApplied_DoesNotWaitForThem()
    {
        EasyLoggerOptions options = new() { Repository = _name, Configuration = Write(typeof(MemoryAppender)) };
        ChangingOptions changing = new(options);
        EasyLoggerProvider provider = EasyLoggerProvider.Follow(changing);
        using Gate gate = _gates[_name] = new();
        FileInfo slow = Write(typeof(SlowToActivate));
        using BackgroundCall<bool> change = new(() =>
        {
            changing.Raise(new EasyLoggerOptions { Repository = _name, Configuration = slow });
            return true;
        });
        Assert.That(gate.IsReached.Wait(Eventually.Patience), Is.True);
        try
        {
            Eventually.Returns(provider.Dispose, "the end of the provider");
            Assert.That(change.Result, Is.True, "whoever reports the change does not wait either: the end of a container waits for it");
        }
        finally
        {
            gate.MayGoOn.Set();
        }
    }

    private static EasyLoggerProvider Provider(string name, FileInfo file) =>
        new(new EasyLoggerOptions { Repository = name, Configuration = file });

    private static GatedAppender Child(EasyLoggerProvider provider) =>
        provider.Repository.GetAppenders().OfType<GatedAppender>().Single();

    /// <summary>A configuration with one appender of the type, which has the name of this test.</summary>
    private FileInfo Write(Type type)
    {
        FileInfo written = new(_folder.File($"{Some.Name("file")}.config"));
        File.WriteAllText(written.FullName, FacadeScene.Document(_name, type.AssemblyQualifiedName!));
        return written;
    }

    /// <summary>Waits at the gate of its name when it is activated.</summary>
    public sealed class SlowToActivate : AppenderSkeleton
    {
        /// <inheritdoc />
        public override void ActivateOptions()
        {
            Gate gate = _gates[Name!];
            gate.IsReached.Set();
            gate.MayGoOn.Wait(3 * Eventually.Patience); // longer than a test waits
        }

        /// <inheritdoc />
        protected override void Append(LoggingEvent loggingEvent)
        {
            // It takes everything.
        }
    }

    private sealed class Gate : IDisposable
    {
        public ManualResetEventSlim IsReached { get; } = new();

        public ManualResetEventSlim MayGoOn { get; } = new();

        public void Dispose()
        {
            IsReached.Dispose();
            MayGoOn.Dispose();
        }
    }

    private sealed class ChangingOptions(EasyLoggerOptions options) : Microsoft.Extensions.Options.IOptionsMonitor<EasyLoggerOptions>
    {
        private Action<EasyLoggerOptions, string?>? _listener;

        public EasyLoggerOptions CurrentValue => options;

        public EasyLoggerOptions Get(string? name) => options;

        public IDisposable? OnChange(Action<EasyLoggerOptions, string?> listener)
        {
            _listener = listener;
            return null;
        }

        public void Raise(EasyLoggerOptions changed) => _listener!(changed, Microsoft.Extensions.Options.Options.DefaultName);
    }
}
