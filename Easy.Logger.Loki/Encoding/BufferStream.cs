using Easy.Logger.Loki.Batching;

namespace Easy.Logger.Loki.Encoding;

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
