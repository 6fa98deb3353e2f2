using System.Runtime.ExceptionServices;

namespace Recorder;

/// <summary>Runs something on a new thread and waits for it; what it throws is thrown here.</summary>
internal static class OtherThread
{
    public static void Run(Action body, string? name = null)
    {
        ExceptionDispatchInfo? failure = null;
        Thread thread = new(() =>
        {
            try
            {
                body();
            }
            catch (Exception e)
            {
                failure = ExceptionDispatchInfo.Capture(e);
            }
        });
        thread.Name = name;
        thread.Start();
        thread.Join();
        failure?.Throw();
    }
}
