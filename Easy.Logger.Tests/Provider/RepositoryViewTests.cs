using Easy.Logger.Extensions.Microsoft.Categories;
using log4net.Config;
using log4net.Repository.Hierarchy;
using Microsoft.Extensions.Logging;

namespace Easy.Logger.Tests.Provider;

/// <summary>What the provider knows of a configuration that changes, or that cannot be looked at.</summary>
[Category("Provider")]
internal sealed class RepositoryViewTests
{
    private readonly GatedAppender _child = new();

    [TearDown]
    public void End() => _child.OpenGate();

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
        ForwardingAppender plain = new() { Name = "plain" };
        plain.AddAppender(_child);
        repository.Attach(plain);
        _child.CloseGate();
        using BackgroundCall<bool> held = new(() =>
        {
            repository.Log().Info("held");
            return true;
        });
        _child.AwaitEntry();
        try
        {
            using RepositoryView view = Eventually.Returns(
                () => new RepositoryView(repository.Hierarchy, TimeSpan.FromMilliseconds(50)), "the first look");
            Assert.That(view.PrintsCaller, Is.True);
            Assert.That(view.LevelOf(LogLevel.Information), Is.EqualTo(Level.Info));

            _child.OpenGate();
            Eventually.Holds(() => !view.PrintsCaller, "the late answer is kept");
        }
        finally
        {
            _child.OpenGate();
        }
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
