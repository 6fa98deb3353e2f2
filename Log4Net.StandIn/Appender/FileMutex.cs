namespace log4net.Appender;

/// <summary>A mutex named after a file, the same one in every process that writes that file.</summary>
internal sealed class FileMutex(string path, string purpose = "") : IDisposable
{
    private readonly Mutex _mutex = new(false, path.Replace('\\', '_').Replace(':', '_').Replace('/', '_') + purpose);

    public void Enter()
    {
        try
        {
            _mutex.WaitOne();
        }
        catch (AbandonedMutexException)
        {
            // its owner died without a release; the mutex is ours now, and a half-written line is no reason to stop logging
        }
    }

    public void Exit() => _mutex.ReleaseMutex();

    public void Dispose() => _mutex.Dispose();
}
