namespace Easy.Logger.Extensions.Microsoft.Hosting;

/// <summary>
/// Runs what may never come back on a background thread of its own: no thread of the pool is lost to it, and none is needed.
/// </summary>
internal static class DedicatedThread
{
    public static Task<T> Run<T>(string name, Func<T> call)
    {
        TaskCompletionSource<T> done = new(TaskCreationOptions.RunContinuationsAsynchronously);
        BackgroundThread.Start(() => Run(call, done), name);
        return done.Task;
    }

    private static void Run<T>(Func<T> call, TaskCompletionSource<T> done)
    {
        try
        {
            done.SetResult(call());
        }
        catch (Exception e)
        {
            done.SetException(e);
        }
    }
}
