namespace Easy.Logger.Tests.Support;

/// <summary>Waits for something that another thread is about to do. The deadline's only effect is to fail the test.</summary>
internal static class Eventually
{
    public static TimeSpan Patience { get; } = TimeSpan.FromSeconds(30);

    /// <summary>Yields until the condition holds.</summary>
    public static void Holds(Func<bool> condition, string what)
    {
        Stopwatch watch = Stopwatch.StartNew();
        SpinWait spinner = default;
        while (!condition())
        {
            Assert.That(watch.Elapsed, Is.LessThan(Patience), $"Not in time: {what}");
            spinner.SpinOnce();
        }
    }

    /// <summary>Collects garbage until the object is gone.</summary>
    public static void IsCollected(WeakReference reference, string what) => Holds(
        () =>
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            return !reference.IsAlive;
        },
        $"{what} is collected");

    /// <summary>Runs something on a thread of its own and fails the test when it does not come back.</summary>
    public static T Returns<T>(Func<T> call, string what)
    {
        Task<T> task = Task.Factory.StartNew(call, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        Assert.That(task.Wait(Patience), Is.True, $"Did not return: {what}");
        return task.Result;
    }

    /// <inheritdoc cref="Returns{T}" />
    public static void Returns(Action call, string what) => Returns(
        () =>
        {
            call();
            return true;
        },
        what);
}
