using System.Buffers;

namespace Benchmarker.EventSource;

/// <summary>The article's second: a copy in an array that is rented for the call.</summary>
internal readonly struct PooledArray : ITechnique
{
    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        char[] buffer = ArrayPool<char>.Shared.Rent(s1.Length + 1);
        s1.CopyTo(buffer);
        buffer[s1.Length] = '\0';
        fixed (char* pointer = buffer)
        {
            HelloSource.Instance.Write(n1, n2, pointer, s1.Length);
        }

        ArrayPool<char>.Shared.Return(buffer);
    }
}
