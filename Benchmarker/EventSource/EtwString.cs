using System.Buffers;

namespace Benchmarker.EventSource;

/// <summary>
/// The article's copy in a buffer of the thread. As there, but that each thread gets a buffer: an initializer runs on the first one only.
/// </summary>
internal readonly ref struct EtwString
{
    private const int Size = 32_768;

    [ThreadStatic]
    private static char[]? _buffer;

    public EtwString(ReadOnlySpan<char> source, ref int index)
    {
        int length = source.Length + 1;
        Span = new Span<char>(_buffer ??= ArrayPool<char>.Shared.Rent(Size), index, length);
        source.CopyTo(Span);
        Span[length - 1] = '\0';
        index += length;
    }

    public Span<char> Span { get; }
}
