using log4net;

namespace Benchmarker.Compare;

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
