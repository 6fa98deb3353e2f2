namespace Benchmarker.Watch;

/// <summary>For a file or a pipe: a block of lines each second.</summary>
internal sealed class PlainWatchView(TextWriter output) : IWatchView
{
    public TimeSpan Interval => TimeSpan.FromSeconds(1);

    public Task FollowAsync(Func<Action<WatchMoment>, Task> run) => run(Show);

    public void Show(WatchMoment moment)
    {
        foreach (ComponentMoment component in moment.Components)
        {
            Write(
                $"{moment.Elapsed.TotalSeconds:0} s {component.Name}: queue {component.QueueSize:N0} of {component.QueueCapacity:N0} "
                    + $"({component.Fill:P0}), in flight {component.InFlight:N0}, "
                + $"oldest {component.OldestAge.TotalSeconds:0.000} s, enqueued {component.EnqueuedPerSecond:N0}/s, forwarded "
                + $"{component.ForwardedPerSecond:N0}/s, "
                + $"blocked {component.BlockedPerSecond:N0}/s, rejected {component.Rejected:N0}");
            IEnumerable<string> errors = component.Errors.Select(error => $"{error.Type} {error.Total:N0} ({error.PerSecond:N0}/s)");
            Write($"  lost: {string.Join(", ", errors)}");
            if (component.Journaled is { } journaled)
            {
                Write($"  journal: {journaled:N0} written, {component.NotJournaled:N0} not");
            }

            foreach (ChildMoment child in component.Children)
            {
                Write($"  {child.Name} ({child.Type}): took {child.Taken:N0} ({child.TakenPerSecond:N0}/s), failed {child.Failed:N0} "
                    + $"({child.FailedPerSecond:N0}/s)");
            }

            if (component.Imbalance is { } imbalance)
            {
                Write($"  {imbalance}");
            }
        }
    }

    private void Write(string line) => output.WriteLine(line);
}
