using System.Runtime.CompilerServices;

namespace Benchmarker.EventSource;

/// <summary>The article's fourth with what it did not try: a stack that is not cleared.</summary>
internal readonly struct StackAllocUncleared : ITechnique
{
    [SkipLocalsInit]
    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        int length = s1.Length;
        char* buffer = stackalloc char[length + 1];
        s1.CopyTo(new Span<char>(buffer, length + 1));
        buffer[length] = '\0';
        HelloSource.Instance.Write(n1, n2, buffer, length);
    }
}
