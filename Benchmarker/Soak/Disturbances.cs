using log4net.Appender;

namespace Benchmarker.Soak;

/// <summary>
/// What happens to the forwarders of a world while events are logged: one loop for what one thread at a time may do, one for the rest.
/// </summary>
internal sealed class Disturbances
{
    private const int MostFilters = 4;

    private readonly StressWorld _world;
    private readonly Chance _configuring;
    private readonly Chance _using;
    private readonly IAppender _visitor;
    private readonly List<string> _imbalances = [];
    private int _filters;

    public Disturbances(StressWorld world, int seed)
    {
        _world = world;
        _configuring = new Chance(seed);
        _using = new Chance(seed + 1);
        _visitor = world.MakeVisitor();
        Loops =
        [
            new DisturbanceLoop(
                _configuring,
                longestPause: 120,
                ("options", ChangeOptions),
                ("options", ChangeOptions),
                ("reload", world.Reload),
                ("close and reload", CloseAndReload)),
            new DisturbanceLoop(
                _using,
                longestPause: 10,
                ("flush", () => AnyLife(_using).Forwarder.Flush(_using.Below(20))),
                ("look", Look),
                ("add appender", () => AnyLife(_using).Forwarder.AddAppender(_visitor)),
                ("remove appender", () => AnyLife(_using).Forwarder.RemoveAppender(_visitor)),
                ("filter", ChangeFilters)),
        ];
    }

    public IReadOnlyList<DisturbanceLoop> Loops { get; }

    public IEnumerable<string> Faults => Loops.SelectMany(loop => loop.Faults).Concat(_imbalances);

    private ForwarderLife AnyLife(Chance chance) => chance.Of(_world.Current);

    private void ChangeOptions() => new RandomOptions(_configuring).ApplyTo(AnyLife(_configuring).Forwarder);

    private void CloseAndReload()
    {
        AnyLife(_configuring).Forwarder.Close();
        _world.Reload();
    }

    private void Look()
    {
        if (ForwarderLife.Imbalance(AnyLife(_using).Forwarder.Statistics) is string imbalance)
        {
            _imbalances.Add(imbalance);
        }
    }

    private void ChangeFilters()
    {
        ForwarderLife life = AnyLife(_using);
        if (_filters++ % MostFilters == 0)
        {
            life.Forwarder.ClearFilters();
        }

        life.AddFilter();
    }
}

/// <summary>Does random things again and again, with random pauses. None of them may throw.</summary>
internal sealed class DisturbanceLoop(Chance chance, int longestPause, params IReadOnlyList<(string Name, Action Action)> choices)
{
    private readonly List<string> _faults = [];
    private readonly SortedDictionary<string, int> _counts = new(StringComparer.Ordinal);

    /// <summary>What was thrown. To be read when the loop has ended.</summary>
    public IReadOnlyList<string> Faults => _faults;

    /// <summary>How often each thing was done. To be read when the loop has ended.</summary>
    public string Summary => string.Join(", ", _counts.Select(count => $"{count.Key} {count.Value}"));

    public void Run(CancellationToken stop)
    {
        while (!stop.WaitHandle.WaitOne(chance.Below(longestPause)))
        {
            (string name, Action action) = chance.Of(choices);
            _counts[name] = _counts.GetValueOrDefault(name) + 1;
            try
            {
                action();
            }
            catch (Exception e)
            {
                _faults.Add($"{name} threw: {e}");
            }
        }
    }
}
