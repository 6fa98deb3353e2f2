namespace Easy.Logger.DogStatsd.Tags;

/// <summary>Writes a text as UTF-8 without certain characters. Stateless.</summary>
internal static class CleanText
{
    /// <summary>Writes a replacement, when there is one, for each of the characters, and a point for <c>::</c> when it is a name.</summary>
    public static bool TryWrite(
        ReadOnlySpan<char> text,
        ReadOnlySpan<char> unwanted,
        byte? replacement,
        Span<byte> destination,
        out int written,
        bool isName = false)
    {
        written = 0;
        while (true)
        {
            int end = text.IndexOfAny(unwanted);
            if (!Utf8Text.TryWrite(end < 0 ? text : text.Slice(0, end), destination.Slice(written), out int piece))
            {
                return false;
            }

            written += piece;
            if (end < 0)
            {
                return true;
            }

            bool isScope = isName && text.Slice(end).StartsWith("::".AsSpan());
            if (replacement is { } other)
            {
                if (written == destination.Length)
                {
                    return false;
                }

                destination[written++] = isScope ? (byte)'.' : other;
            }

            text = text.Slice(end + (isScope ? 2 : 1));
        }
    }
}
