namespace Benchmarker.Stress;

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
