using System.Runtime.CompilerServices;
using Easy.Logger.Extensions.Microsoft.Categories;
using log4net.Config;
using log4net.Repository.Hierarchy;
using Microsoft.Extensions.Logging;
using ILogger = Microsoft.Extensions.Logging.ILogger;
using ILoggerFactory = Microsoft.Extensions.Logging.ILoggerFactory;

namespace Easy.Logger.Tests.Provider;

/// <summary>
/// Who logged, as <c>%class</c>, <c>%method</c> and <c>%line</c> print it, and what is known of a configuration that changes, or that
/// cannot be looked at.
/// </summary>
[Category("Provider")]
internal sealed partial class CallerTests : IDisposable
{
    private const string Self = "Easy.Logger.Tests.Provider." + nameof(CallerTests);

    private readonly ProviderScene _scene = new();
    private readonly ILoggerFactory _factory;

    public CallerTests()
    {
        _scene.Scene.ConfigureFile(pattern: "%class.%method%newline");
        _factory = _scene.Factory();
    }

    public void Dispose()
    {
        _factory.Dispose();
        _scene.Dispose();
    }

    [Test]
    public void Log_ThroughTheExtensionMethods_ShowsTheCaller()
    {
        _scene.Log().LogInformation("a {A}", 1);
        _factory.CreateLogger("b").LogError("b");
        new Logger<CallerTests>(_factory).LogWarning("c");

        AssertCallers(3, nameof(Log_ThroughTheExtensionMethods_ShowsTheCaller));
    }

    [Test]
    public void Log_ThroughAGeneratedMethod_ShowsThatMethod()
    {
        Generated(new Logger<CallerTests>(_factory), 1);
        Generated(_factory.CreateLogger("b"), 2);

        AssertCallers(2, nameof(Generated));
    }

    [Test]
    public void Log_ThroughADefinedMessage_ShowsTheCaller()
    {
        LoggerMessage.Define(LogLevel.Information, default, "a")(_factory.CreateLogger("a"), null);
        LoggerMessage.Define<string>(LogLevel.Information, default, "a {A}")(_factory.CreateLogger("a"), "a", null);
        LoggerMessage.Define<int, string, int, string, int, DateTime>(LogLevel.Information, default, "{A} {B} {C} {D} {E} {F}")(
            _factory.CreateLogger("a"), 1, "a", 2, "b", 3, DateTime.UnixEpoch, null);

        AssertCallers(3, nameof(Log_ThroughADefinedMessage_ShowsTheCaller));
    }

    [Test]
    public void Log_OwnState_ShowsTheCaller()
    {
        ((ILogger)new Logger<CallerTests>(_factory)).Log(LogLevel.Information, default, "state", exception: null, (state, _) => state);
        _factory.CreateLogger("b").Log(LogLevel.Information, default, "state", exception: null, (state, _) => state);
        _scene.Log().Log(LogLevel.Information, default, "state", exception: null, (state, _) => state);

        AssertCallers(3, nameof(Log_OwnState_ShowsTheCaller));
    }

    /// <summary>An appender without ours before it.</summary>
    [Test]
    public void Log_PatternOfAPlainAppender_ShowsTheCaller()
    {
        _scene.Scene.Configure(_scene.Scene.File(pattern: "%-5level %M %L%newline"), LogScene.Root("file"));
        LoggerMessage.Define(LogLevel.Information, default, "a")(_factory.CreateLogger("a"), null);

        Assert.That(_scene.Scene.Lines(), Has.One.Match($"^INFO  {nameof(Log_PatternOfAPlainAppender_ShowsTheCaller)} [0-9]+$"));
    }

    /// <summary>Code that has run for a while is compiled anew, and calls are then put into their callers.</summary>
    [Test]
    public void Log_CallsArePutIntoTheirCallers_ShowsTheCaller()
    {
        Hot.Call(_scene.Log());

        AssertCallers(1, nameof(Hot.Call), $"{Self}+{nameof(Hot)}");
    }

    [TestCase("%class", ExpectedResult = true)]
    [TestCase("%-20.30C", ExpectedResult = true)]
    [TestCase("%message %l", ExpectedResult = true)]
    [TestCase("%5L", ExpectedResult = true)]
    [TestCase("%stacktracedetail{2}", ExpectedResult = true)]
    [TestCase("%date [%thread] %-5level %logger{1} - %message%newline%exception %type", ExpectedResult = true)]
    [TestCase("%date [%thread] %-5level %logger{1} %m %timestamp %property{line} - %message%newline%exception", ExpectedResult = false)]
    public bool PrintsCaller_Pattern_IsSeen(string pattern)
    {
        _scene.Scene.ConfigureFile(pattern: pattern);
        using RepositoryView view = new(_scene.Scene.Repository.Hierarchy);
        return view.PrintsCaller;
    }

    [Test]
    public void PrintsCaller_Reload_IsFollowed()
    {
        using RepositoryView view = new(_scene.Scene.Repository.Hierarchy);
        _scene.Scene.ConfigureFile(pattern: "%message");
        bool without = view.PrintsCaller;
        _scene.Scene.ConfigureFile("""<fix value="All" />""", pattern: "%message");

        Assert.That((without, view.PrintsCaller), Is.EqualTo((false, true)));
    }

    [Test]
    public void New_ConfigurationChangesDuringTheFirstLook_TheNewerIsKept()
    {
        ChangingHierarchy hierarchy = new() { Name = Some.Name("changing") };
        hierarchy.OnFirstLook = () =>
        {
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
    public void New_PlainAppenderHoldsItsLock_ComesBackAndAssumesThatTheCallerIsPrinted()
    {
        using TestRepository repository = new();
        using HeldForwarder held = new(repository);

        using RepositoryView view = Eventually.Returns(
            () => new RepositoryView(repository.Hierarchy, TimeSpan.FromMilliseconds(50)), "the first look");
        Assert.That(view.PrintsCaller, Is.True);
        Assert.That(view.LevelOf(LogLevel.Information), Is.EqualTo(Level.Info));

        held.LetGo();
        Eventually.Holds(() => !view.PrintsCaller, "the late answer is kept");
    }

    [Test]
    public void New_ByAnInterruptedThread_ComesBackAndKeepsTheInterrupt()
    {
        using ManualResetEventSlim interruptSeen = new();
        ChangingHierarchy hierarchy = new() { Name = Some.Name("slow"), OnFirstLook = () => interruptSeen.Wait(Eventually.Patience) };
        using BackgroundCall<bool> interrupted = new(() =>
        {
            Thread.CurrentThread.Interrupt();
            using RepositoryView view = new(hierarchy, Eventually.Patience);
            return Assert.Throws<ThreadInterruptedException>(() => new ManualResetEventSlim().Wait(Eventually.Patience)) is not null;
        });

        Assert.That(interrupted.Result, Is.True);
        interruptSeen.Set();
    }

    [LoggerMessage(LogLevel.Information, "generated {Number}")]
    private static partial void Generated(ILogger log, int number);

    private void AssertCallers(int count, string method, string type = Self)
    {
        Assert.That(_scene.Scene.Appender.Flush(-1), Is.True);
        Assert.That(_scene.Scene.Lines(), Is.EqualTo(Enumerable.Repeat($"{type}.{method}", count)));
    }

    /// <summary>Compiled as the runtime compiles hot code, and nothing but the provider below it.</summary>
    private static class Hot
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
        public static void Call(ILogger log) => log.LogInformation("a");
    }

    /// <summary>Somebody configures it just after its appenders have been looked at for the first time.</summary>
    private sealed class ChangingHierarchy : Hierarchy
    {
        public Action? OnFirstLook { get; set; }

        public override IAppender[] GetAppenders()
        {
            IAppender[] before = base.GetAppenders();
            Action? change = OnFirstLook;
            OnFirstLook = null;
            change?.Invoke();
            return before;
        }
    }
}
