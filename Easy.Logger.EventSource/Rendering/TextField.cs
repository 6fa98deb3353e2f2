namespace Easy.Logger.EventSource.Rendering;

/// <summary>One text of an event: a string as it is, or a part of an <see cref="EventText" />. A NUL follows it in both.</summary>
/// <param name="Whole">The string; <see langword="null" /> when it is a part of the buffer.</param>
/// <param name="Start">Where it begins in the buffer.</param>
/// <param name="Length">Its characters, without the terminator.</param>
/// <param name="OriginalLength">What it would be, had there been room for all of it.</param>
internal readonly record struct TextField(string? Whole, int Start, int Length, int OriginalLength)
{
    /// <summary>A text of no characters.</summary>
    public static TextField Empty => new(string.Empty, 0, 0, 0);

    /// <summary>A string as it is, which takes nothing but a look at it.</summary>
    /// <param name="text">The string; <see langword="null" /> counts as empty.</param>
    /// <param name="most">The most characters it may have.</param>
    /// <param name="field">The field.</param>
    /// <returns>Whether it can be sent as it is: it is short enough, and nothing would end it early.</returns>
    public static bool TryOf(string? text, int most, out TextField field)
    {
        text ??= string.Empty;
        field = new TextField(text, 0, text.Length, text.Length);
        return text.Length <= most && !Nul.IsIn(text);
    }

    public bool IsTruncated => Length < OriginalLength;

    /// <summary>Its size in an event, the terminator included.</summary>
    public int Bytes => (Length + 1) * sizeof(char);
}
