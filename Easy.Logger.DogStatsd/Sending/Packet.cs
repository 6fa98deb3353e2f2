namespace Easy.Logger.DogStatsd.Sending;

/// <summary>Lines that go out in one datagram. Not thread-safe.</summary>
/// <param name="capacity">Bytes there is room for.</param>
internal sealed class Packet(int capacity)
{
    private readonly byte[] _bytes = new byte[capacity];
    private int _length;

    public int Capacity => _bytes.Length;

    public int Lines { get; private set; }

    /// <summary>Another one that waits to be used again, while this one does.</summary>
    public Packet? NextFree { get; set; }

    public ReadOnlyMemory<byte> Bytes => new(_bytes, 0, _length);

    /// <summary>Adds a line, if there is room for it.</summary>
    public bool TryAdd(ReadOnlySpan<byte> line)
    {
        int start = _length == 0 ? 0 : _length + 1;
        if (line.Length > _bytes.Length - start)
        {
            return false;
        }

        if (start > 0)
        {
            _bytes[_length] = (byte)'\n';
        }

        line.CopyTo(_bytes.AsSpan(start));
        _length = start + line.Length;
        Lines++;
        return true;
    }

    public void Clear()
    {
        _length = 0;
        Lines = 0;
    }
}
