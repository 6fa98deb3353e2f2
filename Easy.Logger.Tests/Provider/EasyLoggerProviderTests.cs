using Easy.Logger.Extensions.Microsoft.Categories;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;
using ILoggerFactory = Microsoft.Extensions.Logging.ILoggerFactory;

namespace Easy.Logger.Tests.Provider;

/// <summary>What a log call becomes, which level is which, and who logged, as <c>%class</c> and <c>%method</c> print it.</summary>
internal sealed partial class EasyLoggerProviderTests : ProviderScene
{
    private const string Self = "Easy.Logger.Tests.Provider." + nameof(EasyLoggerProviderTests);

    private static readonly (LogLevel LogLevel, Level? Level)[] _pairs =
    [
        (LogLevel.Trace, Level.Trace), (LogLevel.Debug, Level.Debug), (LogLevel.Information, Level.Info), (LogLevel.Warning, Level.Warn),
        (LogLevel.Error, Level.Error), (LogLevel.Critical, Level.Fatal), (LogLevel.None, Level.Off),
    ];

    private static readonly (LogLevel LogLevel, Level? Level)[] _between =
    [
        (LogLevel.Information, Level.Notice), (LogLevel.Warning, new Level(65_000, "AUDIT")), (LogLevel.Critical, Level.Severe),
        (LogLevel.Critical, Level.Critical), (LogLevel.Critical, Level.Emergency), (LogLevel.Trace, Level.Verbose),
        (LogLevel.Trace, Level.All), (LogLevel.None, null),
    ];

    [Test]
    public void Log_EveryLevel_IsAnEventOfThatCategoryAndLevel()
    {
        ILogger log = Collect().Log();
        foreach ((LogLevel logLevel, Level? level) in _pairs)
        {
            Assert.That(EasyLoggerLevels.ToLog4Net(logLevel), Is.SameAs(level));
            log.Log(logLevel, "of {Level}", logLevel);
        }

        foreach (LogLevel none in new[] { LogLevel.None, (LogLevel)(-1), (LogLevel)7 })
        {
            log.Log(none, "nothing");
            Assert.That((log.IsEnabled(none), EasyLoggerLevels.ToLog4Net(none)), Is.EqualTo((false, Level.Off)));
        }

        Assert.That(_pairs.Select(pair => pair.LogLevel), Is.EqualTo(Enum.GetValues<LogLevel>()));
        Assert.That(Events.Select(logged => logged.Level), Is.EqualTo(_pairs.SkipLast(1).Select(pair => pair.Level)));
        Assert.That(Events.Select(logged => logged.LoggerName), Is.All.EqualTo(Shop));
        Assert.That(Events[2].RenderedMessage, Is.EqualTo("of Information"));
    }

    [Test]
    public void ToLogLevel_AnyLevel_IsThatOrTheNextBelow() => Assert.That(
        _between.Concat(_pairs).Select(pair => (EasyLoggerLevels.ToLogLevel(pair.Level), pair.Level)),
        Is.EqualTo(_between.Concat(_pairs)));

    [Test]
    public void IsEnabled_LevelOfTheLog4NetLogger_IsFollowed()
    {
        ILogger log = Collect(level: "WARN").Log();
        ILogger below = Provider().CreateLogger(Shop + ".Details");
        Assert.That((log.IsEnabled(LogLevel.Information), log.IsEnabled(LogLevel.Warning)), Is.EqualTo((false, true)));

        ((log4net.Repository.Hierarchy.Logger)Provider().Repository.GetLogger(Shop)).Level = Level.Debug;

        Assert.That((log.IsEnabled(LogLevel.Trace), log.IsEnabled(LogLevel.Debug)), Is.EqualTo((false, true)));
        Assert.That(below.IsEnabled(LogLevel.Debug), Is.True, "a category is below another as log4net loggers are");
    }

    [Test]
    public void Log_Disabled_FormatsAndAllocatesNothing()
    {
        ILogger alone = Collect(level: "ERROR").Log();
        ILogger inFactory = Factory().CreateLogger(Shop);
        EventId id = new(7, "seven");

        Assert.That(Allocated.By(LogManyTimes), Is.Zero);
        Assert.That(Events, Is.Empty);

        void LogManyTimes()
        {
            for (int i = 0; i < 1_000; i++)
            {
                alone.LogDebug(id, "not written");
                inFactory.LogWarning(id, "not written");
                alone.Log(LogLevel.Warning, id, "state", null, (_, _) => throw new InvalidOperationException("It was formatted."));
            }
        }
    }

    [Test]
    public void Arguments_Null_AreRefused()
    {
        ILoggingBuilder none = null!;
        EasyLoggerProvider provider = Collect().Provider();
        _ = new ServiceCollection().AddLogging(builder => Assert.Multiple(() =>
        {
            Assert.That(() => new EasyLoggerProvider(null!), Throws.ArgumentNullException);
            Assert.That(() => provider.CreateLogger(null!), Throws.ArgumentNullException);
            Assert.That(() => provider.SetScopeProvider(null!), Throws.ArgumentNullException);
            Assert.That(() => new EasyLoggerHealthCheck((EasyLoggerProvider)null!), Throws.ArgumentNullException);
            Assert.That(() => new EasyLoggerHealthCheck((log4net.Repository.ILoggerRepository)null!), Throws.ArgumentNullException);
            Assert.That(() => none.AddEasyLogger(), Throws.ArgumentNullException);
            Assert.That(() => none.AddEasyLogger(_ => { }), Throws.ArgumentNullException);
            Assert.That(() => none.AddEasyLogger(new FileInfo("a")), Throws.ArgumentNullException);
            Assert.That(() => builder.AddEasyLogger((FileInfo)null!), Throws.ArgumentNullException);
            Assert.That(() => builder.AddEasyLogger((Action<EasyLoggerOptions>)null!), Throws.ArgumentNullException);
        }));
    }

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
        ILogger typed = new Logger<EasyLoggerProviderTests>(factory);

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

    private static class Hot
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
        public static void Call(ILogger log) => log.LogInformation("a");
    }
}
