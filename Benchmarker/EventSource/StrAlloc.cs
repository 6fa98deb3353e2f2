namespace Benchmarker.EventSource;

/// <summary>The article's first: a new string, which has a terminator.</summary>
internal readonly struct StrAlloc : ITechnique
{
    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        string text = s1.ToString();
        fixed (char* pointer = text)
        {
            HelloSource.Instance.Write(n1, n2, pointer, text.Length);
        }
    }
}
