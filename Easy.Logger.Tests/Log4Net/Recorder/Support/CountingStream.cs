namespace Recorder;

/// <summary>Counts writes and flushes on their way to another stream.</summary>
internal sealed class CountingStream(MemoryStream target) : Stream
{
    private int _writes, _flushes;
    private long _bytes;

    public Action? OnFlush { get; set; }

    public override bool CanRead => false;

    public override bool CanSeek => true;

    public override bool CanWrite => true;

    public override long Length => target.Length;

    public override long Position
    {
        get => target.Position;
        set => target.Position = value;
    }

    public override void Flush()
    {
        _flushes++;
        OnFlush?.Invoke();
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => target.Seek(offset, origin);

    public override void SetLength(long value) => target.SetLength(value);

    public override void Write(byte[] buffer, int offset, int count)
    {
        _writes++;
        _bytes += count;
        target.Write(buffer, offset, count);
    }

    /// <summary>What happened since the last call.</summary>
    public string TakeCounts()
    {
        string text = $"writes {_writes} flushes {_flushes} bytes {_bytes}";
        _writes = _flushes = 0;
        _bytes = 0;
        return text;
    }
}
