using System.Buffers;

namespace Easy.Logger.Loki.Batching;

/// <summary>
/// Bytes that are written one after the other, into memory that is kept for the next time. It is the pool's and goes back there at the end,
/// so that an appender which replaces another one finds it. Not thread-safe.
/// </summary>
internal sealed class ByteBuffer(int capacity) : IBufferWriter<byte>, IDisposable
{
    /// <summary>The longest memory that is kept for the next time: some more than a push of the default size takes.</summary>
    public const int MaxKept = 2 * 1024 * 1024;

    // Not the shared one: that keeps for each thread what it gave back, and the thread of an appender ends with the appender.
    private static readonly ArrayPool<byte> _pool = ArrayPool<byte>.Create(MaxKept, maxArraysPerBucket: 8);

    private byte[] _bytes = _pool.Rent(capacity);

    /// <summary>The bytes written so far. What is taken back by a smaller number is written over.</summary>
    public int Length { get; set; }

    /// <summary>Where they are; another array when it had to grow.</summary>
    public byte[] Bytes => _bytes;

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, Length);

    /// <summary>Begins anew. Memory that one large text needed is given back.</summary>
    public void Clear()
    {
        Length = 0;
        if (_bytes.Length > MaxKept)
        {
            _bytes = _pool.Rent(capacity);
        }
    }

    /// <summary>Gives the memory back. What is written later gets new memory, for whoever comes too late.</summary>
    public void Dispose()
    {
        Length = 0;
        Return();
        _bytes = [];
    }

    public void Write(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(GetSpan(bytes.Length));
        Length += bytes.Length;
    }

    public void WriteByte(byte value)
    {
        GetSpan(1)[0] = value;
        Length++;
    }

    public void Advance(int count) => Length += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsMemory(Length);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsSpan(Length);
    }

    private void Return()
    {
        if (_bytes.Length > 0)
        {
            _pool.Return(_bytes);
        }
    }

    private void Reserve(int size)
    {
        int needed = Length + Math.Max(size, 1);
        if (needed > _bytes.Length)
        {
            byte[] larger = _pool.Rent(Math.Max(needed, checked(_bytes.Length * 2)));
            Written.CopyTo(larger);
            Return();
            _bytes = larger;
        }
    }
}

/// <summary>Lets a stream write to the end of a buffer. Not thread-safe.</summary>
internal sealed class BufferStream(ByteBuffer buffer) : Stream
{
    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Flush()
    {
        // There is nothing between this and the buffer.
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] bytes, int offset, int count) => buffer.Write(bytes.AsSpan(offset, count));

#if NET
    public override void Write(ReadOnlySpan<byte> bytes) => buffer.Write(bytes);
#endif
}
