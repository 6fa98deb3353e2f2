using log4net.Appender;

namespace Benchmarker.Draining;

/// <summary>
/// log4net's own way of keeping a file open, behind a gate: while it is closed the file's appender stays in its first write.
/// </summary>
/// <remarks>The appender itself has to be the stock one, for a subclass or a filter is handed its events in another way.</remarks>
internal sealed class GatedLock : FileAppender.ExclusiveLock
{
    private readonly ManualResetEventSlim _gate = new(initialState: true);

    public void Hold() => _gate.Reset();

    public void LetGo() => _gate.Set();

    public override Stream? AcquireLock()
    {
        _gate.Wait();
        return base.AcquireLock();
    }
}
