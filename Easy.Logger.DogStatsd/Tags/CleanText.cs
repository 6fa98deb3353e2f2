namespace Easy.Logger.DogStatsd.Tags;

/// <summary>Writes a text as UTF-8 without certain characters. Stateless.</summary>
internal static class CleanText
{
    /// <summary>Writes it.</summary>
    /// <param name="text">Any text.</param>
    /// <param name="unwanted">The characters.</param>
    /// <param name="replacement">What is written for each of them; <see langword="null" /> for nothing.</param>
    /// <param name="destination">Where to.</param>
    /// <param name="written">Bytes that were written.</param>
    /// <returns>Whether there was room for it.</returns>
    public static bool TryWrite(
        ReadOnlySpan<char> text, ReadOnlySpan<char> unwanted, byte? replacement, Span<byte> destination, out int written)
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

            if (replacement is { } other)
            {
                if (written == destination.Length)
                {
                    return false;
                }

                destination[written++] = other;
            }

            text = text.Slice(end + 1);
        }
    }
}
