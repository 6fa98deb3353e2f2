using System.Buffers;

namespace Easy.Logger.Loki.Batching;

/// <summary>Bytes that are written one after the other into memory that is kept for the next time. Not thread-safe.</summary>
internal sealed class ByteBuffer(int capacity) : IBufferWriter<byte>
{
    private byte[] _bytes = new byte[capacity];

    /// <summary>The bytes written so far. What is taken back by a smaller number is written over.</summary>
    public int Length { get; set; }

    /// <summary>Where they are; another array when it had to grow.</summary>
    public byte[] Bytes => _bytes;

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, Length);

    public void Clear() => Length = 0;

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

    private void Reserve(int size)
    {
        int needed = Length + Math.Max(size, 1);
        if (needed > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(needed, checked(_bytes.Length * 2)));
        }
    }
}
