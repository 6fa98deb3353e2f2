using System.Runtime.CompilerServices;
using FsCheck;
using FsCheck.Fluent;

namespace Easy.Logger.Tests.Facade;

/// <content>A scope that is disposed is gone wherever it held.</content>
internal sealed partial class ScopeTests
{
    /// <summary>Ended twice too, here and in another flow: what is written is what a list of them would have.</summary>
    [Test]
    public void Scopes_BegunAndEndedInAnyOrder_AreThoseOfAList() => Prop.ForAll<byte[]>(steps =>
    {
        int before = _appender.Messages.Count;
        List<(string Name, IDisposable Scope)> begun = [];
        List<string> open = [];
        List<string> expected = [];
        foreach (byte step in steps)
        {
            if (step % 3 == 0 || begun.Count == 0)
            {
                string name = step % 5 == 0 ? string.Empty : $"[{begun.Count}]";
                begun.Add((name, _logger.GetScopedLogger(name)));
                open.AddRange(name.Length == 0 ? [] : [name]);
            }
            else
            {
                (string name, IDisposable scope) = begun[step % begun.Count];
                if (step % 3 == 1)
                {
                    Assert.That(Task.Run(scope.Dispose).Wait(Eventually.Patience), Is.True, "it ended in another flow");
                }
                else
                {
                    scope.Dispose();
                }

                open.Remove(name);
            }

            _logger.Info(step);
            expected.Add(string.Join(' ', open.Append($"{step}")));
        }

        begun.ForEach(scope => scope.Scope.Dispose());
        return _appender.Messages.Skip(before).SequenceEqual(expected);
    }).QuickCheckThrowOnFailure();

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
