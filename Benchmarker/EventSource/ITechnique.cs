namespace Benchmarker.EventSource;

/// <summary>
/// A way to write an event whose text is a part of a longer one. A struct, so that the measuring loop is compiled for each by itself.
/// </summary>
internal interface ITechnique
{
    static abstract void Write(int n1, int n2, ReadOnlySpan<char> s1);
}
