namespace Benchmarker.Watch;

/// <summary>How moments are shown.</summary>
internal interface IWatchView
{
    /// <summary>How often a moment is wanted.</summary>
    TimeSpan Interval { get; }

    /// <summary>Shows what comes while something runs.</summary>
    /// <param name="run">Hands a moment over whenever there is one.</param>
    Task FollowAsync(Func<Action<WatchMoment>, Task> run);
}
