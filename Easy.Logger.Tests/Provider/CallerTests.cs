using Easy.Logger.Extensions.Microsoft.Categories;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;
using ILoggerFactory = Microsoft.Extensions.Logging.ILoggerFactory;

namespace Easy.Logger.Tests.Provider;

/// <summary>Who logged, as <c>%class</c>, <c>%method</c> and <c>%line</c> print it, also when the configuration changes.</summary>
internal sealed partial class CallerTests : ProviderScene
{
    private const string Self = "Easy.Logger.Tests.Provider." + nameof(CallerTests);

    /// <summary>Of a plain appender, and of one behind ours.</summary>
    [Test]
    public void Log_AnyWayToLog_ShowsTheCaller([Values] bool isAsync)
    {
        Scene.Configure(
            Scene.File(pattern: "%class.%method %line%newline"),
            Scene.Async(string.Empty, "file"),
            LogScene.Root(isAsync ? Scene.Name : "file"));
        ILoggerFactory factory = Factory();
        ILogger plain = Log();
        ILogger named = factory.CreateLogger("b");
        ILogger typed = new Logger<CallerTests>(factory);

        plain.LogInformation("a {A}", 1);
        named.LogError("b");
        typed.LogWarning("c");
        LoggerMessage.Define(LogLevel.Information, default, "a")(named, null);
        LoggerMessage.Define<string>(LogLevel.Information, default, "a {A}")(named, "a", null);
        LoggerMessage.Define<int, string, int, string, int, DateTime>(LogLevel.Information, default, "{A} {B} {C} {D} {E} {F}")(
            named, 1, "a", 2, "b", 3, DateTime.UnixEpoch, null);
        foreach (ILogger log in (ILogger[])[plain, named, typed])
        {
            log.Log(LogLevel.Information, default, "state", exception: null, (state, _) => state);
        }

        Generated(named, 1);
        Generated(typed, 2);
        Hot.Call(plain);

        Assert.That(Provider().Flush(CancellationToken.None), Is.True);
        string[] expected =
        [
            .. Enumerable.Repeat($"{Self}.{nameof(Log_AnyWayToLog_ShowsTheCaller)}", 9),
            $"{Self}.{nameof(Generated)}", $"{Self}.{nameof(Generated)}", $"{Self}+{nameof(Hot)}.{nameof(Hot.Call)}",
        ];
        Assert.That(Scene.Lines().Select(line => line.Split(' ')[0]), Is.EqualTo(expected));
        Assert.That(Scene.Lines(), Is.All.Match(" [1-9][0-9]*$"));
    }

    [TestCase("%class", ExpectedResult = true)]
    [TestCase("%-20.30C", ExpectedResult = true)]
    [TestCase("%message %l", ExpectedResult = true)]
    [TestCase("%5L", ExpectedResult = true)]
    [TestCase("%stacktracedetail{2}", ExpectedResult = true)]
    [TestCase("%date [%thread] %-5level %logger{1} - %message%newline%exception %type", ExpectedResult = true)]
    [TestCase("%date [%thread] %-5level %logger{1} %m %timestamp %property{line} - %message%newline%exception", ExpectedResult = false)]
    [TestCase("%message", """<fix value="All" />""", ExpectedResult = true)]
    public bool PrintsCaller_PatternOrFixOfAReload_IsSeen(string pattern, string options = "")
    {
        Scene.ConfigureFile(pattern: "%message");
        using RepositoryView view = new(Scene.Repository.Hierarchy);
        Assert.That(view.PrintsCaller, Is.False);
        Scene.ConfigureFile(options, pattern);
        return view.PrintsCaller;
    }

    [Test]
    public void New_ConfigurationChangesDuringTheFirstLook_TheNewerIsKept()
    {
        OwnHierarchy hierarchy = new() { Name = Some.Name("changing") };
        hierarchy.OnLook = () =>
        {
            hierarchy.OnLook = null;
            hierarchy.LevelMap.Add("INFO", 41_000);
            BasicConfigurator.Configure(hierarchy, new MemoryAppender());
            BasicConfigurator.Configure(hierarchy, new SingleTakingAppender { Layout = new PatternLayout("%class") });
        };

        using RepositoryView view = Eventually.Returns(() => new RepositoryView(hierarchy), "the first look");

        Assert.That(view.PrintsCaller, Is.True);
        Assert.That(view.LevelOf(LogLevel.Information)!.Value, Is.EqualTo(41_000));
        hierarchy.Shutdown();
    }

    [Test]
    public void New_ByAnInterruptedThread_ComesBackAndKeepsTheInterrupt()
    {
        using ManualResetEventSlim interruptSeen = new();
        OwnHierarchy hierarchy = new() { Name = Some.Name("slow"), OnLook = () => interruptSeen.Wait(Eventually.Patience) };
        using BackgroundCall<bool> interrupted = BackgroundCall.Of(() =>
        {
            Thread.CurrentThread.Interrupt();
            using RepositoryView view = new(hierarchy, Eventually.Patience);
            Assert.That(() => Thread.CurrentThread.Join(0), Throws.TypeOf<ThreadInterruptedException>());
        });

        Assert.That(interrupted.Result, Is.True);
        interruptSeen.Set();
    }

    [LoggerMessage(LogLevel.Information, "generated {Number}")]
    private static partial void Generated(ILogger log, int number);

    /// <summary>As code that has run for a while is compiled: what it calls is put into it.</summary>
    private static class Hot
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
        public static void Call(ILogger log) => log.LogInformation("a");
    }
}
