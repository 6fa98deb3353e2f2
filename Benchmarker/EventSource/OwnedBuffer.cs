using Easy.Logger.EventSource.Rendering;

namespace Benchmarker.EventSource;

/// <summary>
/// That of the package: a look at the flag, then a copy in memory of the thread, without the characters that would end the text early.
/// </summary>
internal readonly struct OwnedBuffer : ITechnique
{
    /// <summary>The most characters of the text; more than any that is measured.</summary>
    public const int Most = RenderLimit.DefaultBytes / (2 * sizeof(char));

    public static unsafe void Write(int n1, int n2, ReadOnlySpan<char> s1)
    {
        if (!HelloSource.Instance.IsEnabled())
        {
            return;
        }

        EventText text = EventText.Rent();
        try
        {
            TextField field = text.Field(s1, Most);
            fixed (char* pointer = text.Buffer)
            {
                HelloSource.Instance.Write(n1, n2, pointer + field.Start, field.Length);
            }
        }
        finally
        {
            text.Return();
        }
    }
}
