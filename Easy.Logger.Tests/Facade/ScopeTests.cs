using FsCheck;
using FsCheck.Fluent;
using log4net.ObjectRenderer;

namespace Easy.Logger.Tests.Facade;

/// <summary>Scopes belong to a flow of execution and end for good, whoever ends them.</summary>
internal sealed class ScopeTests : FacadeScene
{
    private readonly GatedAppender _appender = new();
    private readonly Log4NetLogger _logger;

    public ScopeTests()
    {
        Scene.Repository.Attach(_appender);
        _logger = new Log4NetLogger(Scene.Repository.Hierarchy.GetLogger("test"));
    }

    [Test]
    public async Task Scope_AwaitAndTasks_FlowsThere()
    {
        Assert.That(() => _logger.GetScopedLogger(null!), Throws.ArgumentNullException);
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
    public void Object_InScope_IsRenderedByItsRenderer()
    {
        Scene.Repository.Hierarchy.RendererMap.Put(typeof(Order), new OrderRenderer());
        using IDisposable scope = _logger.GetScopedLogger("[a]");

        _logger.Info(new Order());
        _logger.Info(new[] { 1, 2 });
        _logger.Info(null);
        _logger.Error(new Order(), new InvalidOperationException("kept"));

        AssertTexts("[a] <order>", "[a] Int32[] {1, 2}", "[a] ", "[a] <order>");
        Assert.That(_appender.Events[^1].ExceptionObject!.Message, Is.EqualTo("kept"));
    }

    /// <summary>
    /// Ended twice too, here and in another flow: what is written, through whatever logger, is what a list of them would have.
    /// </summary>
    [Test]
    public void Scopes_BegunAndEndedInAnyOrder_AreThoseOfAList() => Prop.ForAll<byte[]>(steps =>
    {
        Log4NetLogger other = new(Scene.Repository.Hierarchy.GetLogger("other"));
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

            other.Info(step);
            expected.Add(string.Join(' ', open.Append($"{step}")));
        }

        begun.ForEach(scope => scope.Scope.Dispose());
        return _appender.Messages.Skip(before).SequenceEqual(expected);
    }).QuickCheckThrowOnFailure();

    /// <summary>One begins before the other ends, without end: no flow keeps all it has ever been in.</summary>
    [Test]
    public void Dispose_HandOverHand_KeepsNoEndedScope()
    {
        WeakReference first = BeginManyHandOverHand(out IDisposable last);
        _logger.Info("1");

        Eventually.IsCollected(first, "the first scope");
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
        using BackgroundCall<bool> loop = BackgroundCall.Of(() =>
        {
            for (int i = 0; i < 100_000; i++)
            {
                _ = _logger.GetScopedLogger("x");
            }

            _logger.Info("goes on");
        });

        Assert.That(loop.Result, Is.True);
        AssertTexts(string.Concat(Enumerable.Repeat("x ", 100)) + "goes on");
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
