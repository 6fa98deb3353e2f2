namespace log4net.Appender;

/// <summary>
/// The stream below a file appender's writer. It stays the same while the locking model may open and close files underneath: each use has to
/// borrow the model's stream first and give it back.
/// </summary>
internal sealed class BorrowedStream(FileAppender.LockingModelBase model) : Stream
{
    private Stream? _loan;

    public override bool CanRead => false;

    public override bool CanSeek => Loan.CanSeek;

    // asked by writers at any time, also between two loans
    public override bool CanWrite => true;

    public override long Length => Loan.Length;

    public override long Position
    {
        get => Loan.Position;
        set => Loan.Position = value;
    }

    private Stream Loan => _loan ?? throw new LockStateException("The log file is not locked by this appender at the moment, so it cannot be used.");

    public bool TryBorrow() => (_loan = model.AcquireLock()) is not null;

    public void GiveBack()
    {
        _loan = null;
        model.ReleaseLock();
    }

    public override void Flush() => Loan.Flush();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException("A log file is only written.");

    public override long Seek(long offset, SeekOrigin origin) => Loan.Seek(offset, origin);

    public override void SetLength(long value) => Loan.SetLength(value);

    public override void Write(byte[] buffer, int offset, int count) => Loan.Write(buffer, offset, count);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            model.CloseFile();
        }
        base.Dispose(disposing);
    }
}
