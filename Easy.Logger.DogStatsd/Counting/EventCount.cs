namespace Easy.Logger.DogStatsd.Counting;

/// <summary>The events of one key since the last time they were sent. Thread-safe.</summary>
/// <param name="key">What they are counted by.</param>
internal sealed class EventCount(CountKey key)
{
    private long _count;

    /// <summary>Made once, so that sending allocates nothing.</summary>
    public string[] Tags { get; } = key.Logger is { } logger ? [LevelTag.Of(key.Level), "logger:" + logger] : [LevelTag.Of(key.Level)];

    public void Increment() => Interlocked.Increment(ref _count);

    public long Take() => Interlocked.Exchange(ref _count, 0);
}
