namespace Benchmarker.EventSource;

/// <summary>The article's third: a copy in a buffer that the thread keeps, see <see cref="EtwString" />.</summary>
internal readonly struct ThreadStatic : ITechnique
{
    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        int index = 0;
        EtwString text = new(s1, ref index);
        fixed (char* pointer = text.Span)
        {
            HelloSource.Instance.Write(n1, n2, pointer, s1.Length);
        }
    }
}
