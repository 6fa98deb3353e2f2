using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;
using log4net.Repository.Hierarchy;

namespace Benchmarker.Soak.Compare;

/// <param name="Outputs">What each destination received, by its name.</param>
/// <param name="Faults">What went wrong and may not show in the outputs.</param>
internal sealed record CaseResult(SortedDictionary<string, string> Outputs, IReadOnlyList<string> Faults);

/// <summary>One run of a case: its threads log, and between two phases the configuration changes.</summary>
internal sealed class CaseRun(ComparisonCase comparisonCase, StageOptions options) : IDisposable
{
    private readonly Barrier _barrier = new(comparisonCase.Threads + 1);
    private readonly List<string> _thrown = [];

    public CaseResult Run()
    {
        GlobalContext.Properties.Clear();
        using Stage stage = new(comparisonCase, options);
        Thread[] threads = [.. Enumerable.Range(0, comparisonCase.Threads).Select(number => Start(number, stage))];
        foreach (Phase phase in comparisonCase.Phases)
        {
            _barrier.SignalAndWait();
            _barrier.SignalAndWait();
            if (phase.Changes.Count == 0 || !stage.TakesEffectInOrder(phase.Changes[0]))
            {
                stage.Flush();
            }

            foreach (Change change in phase.Changes)
            {
                stage.Apply(change);
                stage.Flush();
            }
        }

        Array.ForEach(threads, thread => thread.Join());
        SortedDictionary<string, string> outputs = stage.Close();
        return new CaseResult(outputs, [.. stage.Faults, .. _thrown]);
    }

    public void Dispose() => _barrier.Dispose();

    private Thread Start(int number, Stage stage)
    {
        Player player = new(number, stage.Hierarchy);
        Thread thread = new(() =>
        {
            foreach (Phase phase in comparisonCase.Phases)
            {
                _barrier.SignalAndWait();
                Play(player, phase.Steps.ElementAtOrDefault(number) ?? []);
                _barrier.SignalAndWait();
            }
        })
        { Name = $"T{number}", IsBackground = true };
        thread.UnsafeStart();
        return thread;
    }

    private void Play(Player player, IReadOnlyList<Step> steps)
    {
        try
        {
            foreach (Step step in steps)
            {
                player.Play(step);
            }
        }
        catch (Exception e)
        {
            lock (_thrown)
            {
                _thrown.Add($"a log call threw {e}");
            }
        }
    }
}

/// <param name="IsAsync">With the async appender, or with what stands in for it.</param>
/// <param name="Plant">A planted defect.</param>
/// <param name="Folder">For files; the same one for all runs, because file names show in lines.</param>
internal sealed record StageOptions(bool IsAsync, Plant Plant, string Folder);

/// <summary>The appenders of one run of a case, and the changes made to them.</summary>
internal sealed class Stage : IDisposable
{
    private const int FlushTimeout = 4_000;

    private static int _count;

    private readonly ComparisonCase _case;
    private readonly StageOptions _options;
    private readonly Destinations _destinations;
    private readonly AppenderFactory _factory;
    private readonly Dictionary<int, IAppender> _appenders = [];
    private readonly Dictionary<int, IAppender> _attached = []; // the same, or the planted one before it
    private readonly Dictionary<int, Container?> _parents = [];
    private readonly List<string> _faults = [];
    private bool _isReloaded;

    public Stage(ComparisonCase comparisonCase, StageOptions options)
    {
        _case = comparisonCase;
        _options = options;
        Hierarchy = (Hierarchy)LogManager.CreateRepository($"compare-{Interlocked.Increment(ref _count)}");
        Hierarchy.Root.Level = Level.All;
        Hierarchy.Configured = true;
        _destinations = new Destinations(Path.Combine(options.Folder, "run"));
        _factory = new AppenderFactory(Hierarchy, _destinations, options);
        Build();
    }

    public Hierarchy Hierarchy { get; }

    public IReadOnlyList<string> Faults => _faults;

    public void Flush()
    {
        foreach (IAppender appender in Hierarchy.GetAppenders())
        {
            // A file appender without ImmediateFlush answers false at once, with and without the async appender.
            long start = Environment.TickCount64;
            if (appender is IFlushable flushable && !flushable.Flush(FlushTimeout) && Environment.TickCount64 - start >= FlushTimeout)
            {
                _faults.Add($"Flush of {appender.Name} did not end");
            }
        }
    }

    /// <summary>
    /// Whether a change needs no Flush before it: an appender that is detached from an async appender still gets what was logged before.
    /// </summary>
    public bool TakesEffectInOrder(Change change) => change is Detach
        && _parents.TryGetValue(change.Node, out Container? parent)
        && parent is { Kind: ContainerKind.Async, Options.LossySize: null } && _parents[parent.Id] is null
        && parent.Children.Any(child => child.Id == change.Node && child is not Container);

    public void Apply(Change change)
    {
        if (change is Reload)
        {
            CloseAll();
            _isReloaded = true;
            Build();
            return;
        }

        if (!_appenders.TryGetValue(change.Node, out IAppender? appender))
        {
            return;
        }

        AppenderSkeleton? skeleton = appender as AppenderSkeleton;
        switch (change)
        {
            case SetPattern { Pattern: { } pattern } when skeleton?.Layout is PatternLayout layout:
                layout.ConversionPattern = pattern;
                layout.ActivateOptions();
                break;
            case SetLayout { Layout: { } layout } when skeleton?.Layout is not null:
                skeleton.Layout = LayoutFactory.Create(layout);
                break;
            case SetThreshold { Level: { } level } when skeleton is not null:
                skeleton.Threshold = level;
                break;
            case AddFilter { Filter: { } filter } when _options.Plant != Plant.Filter:
                skeleton?.AddFilter(LayoutFactory.Create(filter));
                break;
            case ClearFilters when skeleton is not null:
                skeleton.ClearFilters();
                AppenderFactory.DenyReentrant(skeleton);
                break;
            case Detach when _options.Plant != Plant.Detach:
                if (ParentOf(change.Node) is { } parent && parent.Appenders.Cast<IAppender>().Contains(_attached[change.Node]))
                {
                    parent.RemoveAppender(_attached[change.Node]);
                }

                break;
            case Attach:
                ParentOf(change.Node).AddAppender(_attached[change.Node]);
                break;
            case SetEvaluator when appender is BufferingAppenderSkeleton { Lossy: false } buffer:
                buffer.Evaluator = new CustomEvaluator();
                buffer.ActivateOptions();
                break;
            case Activate when appender is not BufferingAppenderSkeleton { Lossy: true }:
                (appender as IOptionHandler)?.ActivateOptions();
                break;
        }
    }

    /// <returns>What each destination received.</returns>
    public SortedDictionary<string, string> Close()
    {
        Flush();
        CloseAll();
        return _destinations.Read();
    }

    public void Dispose()
    {
        Hierarchy.Shutdown();
        _destinations.Dispose();
    }

    private void Build()
    {
        foreach (Node root in _case.Roots)
        {
            Hierarchy.Root.AddAppender(Create(root, parent: null));
        }

        if (_case.Shared is { } shared && _appenders.TryGetValue(shared, out IAppender? appender))
        {
            Hierarchy.Root.AddAppender(appender);
        }
    }

    /// <summary>As a new configuration does; detached appenders are closed too, which log4net does not know any more.</summary>
    private void CloseAll()
    {
        Hierarchy.Shutdown();
        foreach ((int id, IAppender appender) in _appenders)
        {
            appender.Close();
            if (appender is MemoryAppender memory)
            {
                _destinations.Take(id, memory);
            }

            // What a closed async appender says of itself; the outputs do not show why something is missing.
            if (appender is AsyncBufferingForwardingAppender { Statistics: { } statistics })
            {
                _faults.AddRange(statistics.DropCounts
                    .Where(drop => drop.Reason is not (DropReason.Lossy or DropReason.NoAppender or DropReason.Reentrant))
                    .Select(drop => $"{appender.Name}: {drop}"));
            }
        }

        _appenders.Clear();
    }

    private IAppenderAttachable ParentOf(int id) =>
        _parents[id] is { } parent ? (IAppenderAttachable)_appenders[parent.Id] : Hierarchy.Root;

    private IAppender Create(Node node, Container? parent)
    {
        _parents[node.Id] = parent;
        IAppender appender = _factory.Create(node);
        _appenders[node.Id] = appender;
        foreach (Node child in node is Container { Children: { } children } ? children : [])
        {
            ((IAppenderAttachable)appender).AddAppender(Create(child, (Container)node));
        }

        (appender as IOptionHandler)?.ActivateOptions();
        return _attached[node.Id] = PlantedForwarder.Before(appender, node, _options.Plant, _isReloaded);
    }
}
