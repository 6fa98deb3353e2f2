using System.Runtime.CompilerServices;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Facade;

/// <content>A scope that is disposed is gone wherever it held.</content>
internal sealed partial class ScopeTests
{
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

    /// <summary>Somebody takes the scope for a logger and never ends it, in a loop.</summary>
    [Test]
    public void GetScopedLogger_NeverDisposed_LogsGoOnWithAHundred()
    {
        Thread small = new(
            () =>
            {
                for (int i = 0; i < 100_000; i++)
                {
                    _ = _logger.GetScopedLogger("x");
                }

                _logger.Info("goes on");
            },
            maxStackSize: 128 * 1024);
        small.Start();

        Assert.That(small.Join(Eventually.Patience), Is.True);
        AssertTexts(string.Concat(Enumerable.Repeat("x ", 100)) + "goes on");
    }
}
