namespace Easy.Logger.EventSource.Rendering;

/// <summary>
/// The character that ends a text in an event: inside one it would end the field early and shift every field behind it, so another one is written in its place.
/// </summary>
internal static class Nul
{
    /// <summary>U+2400, the picture of a NUL.</summary>
    public const char Replacement = '\u2400';

    public static bool IsIn(string text) => text.AsSpan().IndexOf('\0') >= 0; // vectorised, on every framework

    public static void ReplaceIn(Span<char> text)
    {
        for (int at = text.IndexOf('\0'); at >= 0; at = text.IndexOf('\0'))
        {
            text[at] = Replacement;
            text = text.Slice(at + 1);
        }
    }
}
