namespace log4net.Util;

/// <summary>Who writes may read and write again; who only reads may read again, and gets LockRecursionException for wanting to write.</summary>
public sealed class ReaderWriterLock
{
    private readonly ReaderWriterLockSlim _gate = new(LockRecursionPolicy.SupportsRecursion);

    public void AcquireReaderLock() => _gate.EnterReadLock();

    public void AcquireWriterLock() => _gate.EnterWriteLock();

    public void ReleaseReaderLock() => _gate.ExitReadLock();

    public void ReleaseWriterLock() => _gate.ExitWriteLock();
}
