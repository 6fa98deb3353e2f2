using System.Buffers.Binary;

namespace Easy.Logger.Loki.Batching;

/// <summary>Reads pairs of a name and a value as <see cref="Begin" /> and <see cref="End" /> put them down: lengths, then texts.</summary>
/// <param name="pairs">The pairs, all of them.</param>
internal ref struct TextPairs(ReadOnlySpan<byte> pairs)
{
    private const int HeaderSize = 2 * sizeof(int);

    private ReadOnlySpan<byte> _rest = pairs;

    public ReadOnlySpan<byte> Name { get; private set; }

    public ReadOnlySpan<byte> Value { get; private set; }

    /// <summary>Begins a pair: whoever wrote the value behind its name calls <see cref="End" />.</summary>
    /// <returns>Where the pair begins.</returns>
    public static int Begin(ByteBuffer buffer, ReadOnlySpan<byte> name)
    {
        int start = buffer.Length;
        BinaryPrimitives.WriteInt32LittleEndian(buffer.GetSpan(HeaderSize), name.Length);
        buffer.Advance(HeaderSize);
        buffer.Write(name);
        return start;
    }

    /// <summary>Ends a pair whose value has been written.</summary>
    public static void End(ByteBuffer buffer, int start)
    {
        Span<byte> header = buffer.Bytes.AsSpan(start, HeaderSize);
        int name = BinaryPrimitives.ReadInt32LittleEndian(header);
        BinaryPrimitives.WriteInt32LittleEndian(header.Slice(sizeof(int)), buffer.Length - start - HeaderSize - name);
    }

    /// <summary>Goes to the next pair.</summary>
    /// <returns>Whether there is one.</returns>
    public bool Read()
    {
        if (_rest.IsEmpty)
        {
            return false;
        }

        int name = BinaryPrimitives.ReadInt32LittleEndian(_rest);
        int value = BinaryPrimitives.ReadInt32LittleEndian(_rest.Slice(sizeof(int)));
        Name = _rest.Slice(HeaderSize, name);
        Value = _rest.Slice(HeaderSize + name, value);
        _rest = _rest.Slice(HeaderSize + name + value);
        return true;
    }
}
