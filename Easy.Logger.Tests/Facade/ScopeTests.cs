using System.Runtime.CompilerServices;
using Easy.Logger.Tests.Support;
using log4net.Core;
using log4net.ObjectRenderer;

namespace Easy.Logger.Tests.Facade;

/// <summary>Scopes belong to a flow of execution and end for good, whoever ends them.</summary>
[Category("Facade")]
internal sealed class ScopeTests : IDisposable
{
    private readonly GatedAppender _appender = new();
    private readonly TestRepository _repository = new();
    private readonly Log4NetLogger _logger;

    public ScopeTests()
    {
        _repository.Attach(_appender);
        _logger = new Log4NetLogger(_repository.Hierarchy.GetLogger("test"));
    }

    public void Dispose() => _repository.Dispose();

    [Test]
    public void Scope_OfEarlierVersions_ReadsTheSame()
    {
        using (_logger.GetScopedLogger("[M1351]"))
        {
            _logger.Info("Foo is awesome.");
            _logger.Debug("Bar is even more awesome!");
        }

        _logger.Info("outside");

        AssertTexts("[M1351] Foo is awesome.", "[M1351] Bar is even more awesome!", "outside");
    }

    [Test]
    public void Scope_WithinAnother_IsWrittenAfterIt()
    {
        using (_logger.GetScopedLogger("[a]"))
        {
            using (_logger.GetScopedLogger("[b]"))
            {
                _logger.Info("1");
            }

            _logger.Info("2");
        }

        _logger.Info("3");

        AssertTexts("[a] [b] 1", "[a] 2", "3");
    }

    [Test]
    public void Scope_OfOneLogger_HoldsForAll()
    {
        using IDisposable scope = _logger.GetScopedLogger("[a]");

        new Log4NetLogger(_repository.Hierarchy.GetLogger("other")).Info("1");

        AssertTexts("[a] 1");
    }

    [Test]
    public void Scope_Null_Throws() => Assert.That(() => _logger.GetScopedLogger(null!), Throws.ArgumentNullException);

    [Test]
    public void Scope_Empty_ChangesNothing()
    {
        using IDisposable outer = _logger.GetScopedLogger("[a]");
        using IDisposable scope = _logger.GetScopedLogger(string.Empty);

        _logger.Info("1");

        AssertTexts("[a] 1");
    }

    [Test]
    public async Task Scope_AwaitAndTasks_FlowsThere()
    {
        using (_logger.GetScopedLogger("[a]"))
        {
            await Task.Yield();
            _logger.Info("awaited");
            await Task.Run(() => _logger.Info("run"));
            await LogWithinAsync();
            _logger.Info("back");
        }

        _logger.Info("outside");

        AssertTexts("[a] awaited", "[a] run", "[a] [callee] within", "[a] back", "outside");
    }

    [Test]
    public void Scope_FlowSuppressed_DoesNotFlow()
    {
        using IDisposable scope = _logger.GetScopedLogger("[a]");
        Task log;
        using (ExecutionContext.SuppressFlow())
        {
            log = Task.Run(() => _logger.Info("1"));
        }

        Assert.That(log.Wait(Eventually.Patience), Is.True);
        AssertTexts("1");
    }

    [Test]
    public async Task Scope_ConcurrentFlows_KnowNothingOfEachOther()
    {
        await Task.WhenAll(Enumerable.Range(0, 20).Select(async i =>
        {
            using IDisposable scope = _logger.GetScopedLogger($"[{i}]");
            await Task.Yield();
            _logger.Info(i);
        }));

        Assert.That(_appender.Messages, Is.EquivalentTo(Enumerable.Range(0, 20).Select(i => $"[{i}] {i}")));
    }

    [Test]
    public void Dispose_OuterFirst_LeavesTheInner()
    {
        IDisposable outer = _logger.GetScopedLogger("[a]");
        IDisposable middle = _logger.GetScopedLogger("[b]");
        IDisposable inner = _logger.GetScopedLogger("[c]");
        _logger.Info("1");
        middle.Dispose();
        _logger.Info("2");
        outer.Dispose();
        _logger.Info("3");
        inner.Dispose();
        _logger.Info("4");

        AssertTexts("[a] [b] [c] 1", "[a] [c] 2", "[c] 3", "4");
    }

    [Test]
    public void Dispose_Twice_EndsNothingElse()
    {
        IDisposable first = _logger.GetScopedLogger("[a]");
        first.Dispose();
        using IDisposable second = _logger.GetScopedLogger("[b]");
        first.Dispose();

        _logger.Info("1");

        AssertTexts("[b] 1");
    }

    [Test]
    public async Task Dispose_InAnotherFlow_EndsItHere()
    {
        using IDisposable outer = _logger.GetScopedLogger("[a]");
        IDisposable scope = _logger.GetScopedLogger("[b]");
        await Task.Run(scope.Dispose);

        _logger.Info("1");
        using (_logger.GetScopedLogger("[c]"))
        {
            _logger.Info("2");
        }

        AssertTexts("[a] 1", "[a] [c] 2");
    }

    [Test]
    public void Dispose_TaskStillRuns_EndsItThere()
    {
        using SemaphoreSlim go = new(0);
        IDisposable scope = _logger.GetScopedLogger("[a]");
        Task task = Task.Run(() =>
        {
            _logger.Info("1");
            Assert.That(go.Wait(Eventually.Patience), Is.True);
            _logger.Info("2");
        });
        _appender.AwaitCount(1);
        scope.Dispose();
        go.Release();

        Assert.That(task.Wait(Eventually.Patience), Is.True);
        AssertTexts("[a] 1", "2");
    }

    /// <summary>One begins before the other ends, without end: no flow keeps all it has ever been in.</summary>
    [Test]
    public void Dispose_HandOverHand_KeepsNoEndedScope()
    {
        WeakReference first = BeginManyHandOverHand(out IDisposable last);
        _logger.Info("1");

        Eventually.Holds(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                return !first.IsAlive;
            },
            "the first scope is forgotten");
        AssertTexts("[9] 1");
        last.Dispose();
    }

    [Test]
    public void Object_InScope_IsRenderedByItsRenderer()
    {
        _repository.Hierarchy.RendererMap.Put(typeof(Order), new OrderRenderer());
        using IDisposable scope = _logger.GetScopedLogger("[a]");

        _logger.Info(new Order());
        _logger.Info(new[] { 1, 2 });
        _logger.Info(null);
        _logger.Error(new Order(), new InvalidOperationException("kept"));

        AssertTexts("[a] <order>", "[a] Int32[] {1, 2}", "[a] ", "[a] <order>");
        Assert.That(_appender.Events[^1].ExceptionObject!.Message, Is.EqualTo("kept"));
    }

    /// <summary>The text is the same whoever renders it, for a scope in braces too.</summary>
    [TestCase("[a]")]
    [TestCase("{a}")]
    [TestCase("{0}")]
    [TestCase("}{")]
    public void Format_InScopeThroughTheAppender_IsTheTextInTheFile(string name)
    {
        using LogScene scene = new();
        scene.ConfigureFile();
        Log4NetLogger logger = new(scene.Log().Logger);
        using (logger.GetScopedLogger(name))
        {
            logger.InfoFormat("{0}", 1);
            logger.InfoFormat("{0} {1:000} {{}}", "x", 7);
            logger.Info("{0}");
        }

        scene.Shutdown();

        Assert.That(scene.Lines(), Is.EqualTo(new[] { $"{name} 1", $"{name} x 007 {{}}", $"{name} {{0}}" }));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference BeginManyHandOverHand(out IDisposable last)
    {
        IDisposable scope = _logger.GetScopedLogger("[0]");
        WeakReference first = new(scope);
        for (int i = 1; i < 10; i++)
        {
            IDisposable next = _logger.GetScopedLogger($"[{i}]");
            scope.Dispose();
            scope = next;
        }

        last = scope;
        return first;
    }

    private async Task LogWithinAsync()
    {
        _ = _logger.GetScopedLogger("[callee]"); // its end is the end of this method's flow
        await Task.Yield();
        _logger.Info("within");
    }

    private void AssertTexts(params string[] texts) => Assert.That(_appender.Messages, Is.EqualTo(texts));

    private sealed class Order;

    private sealed class OrderRenderer : IObjectRenderer
    {
        public void RenderObject(RendererMap rendererMap, object? obj, TextWriter writer) => writer.Write("<order>");
    }
}
