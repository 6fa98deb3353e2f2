namespace Easy.Logger.DogStatsd.Tags;

/// <summary>
/// Collects the tags that everything gets: clean, without empty ones, and one for each key, which is what stands before the first colon.
/// Not thread-safe.
/// </summary>
/// <param name="cleaning">What becomes of separators.</param>
internal sealed class GlobalTags(TagCleaning cleaning)
{
    private readonly List<string> _tags = [];

    /// <summary>Adds a tag, in the place of an earlier one of its key.</summary>
    /// <param name="tag">The tag; one that is <see langword="null" /> or empty is left out.</param>
    /// <exception cref="ArgumentException">It has a separator, and must not.</exception>
    public void Add(string? tag)
    {
        if (tag is null)
        {
            return;
        }

        if (cleaning == TagCleaning.Strict && TagText.HasSeparator(tag.AsSpan()))
        {
            throw new ArgumentException(
                $"The tag '{tag}' has a character that would end it early: a comma, a | or a line break.", nameof(tag));
        }

        string clean = TagText.Clean(tag, cleaning);
        if (clean.Length == 0)
        {
            return;
        }

        string key = KeyOf(clean);
        int known = _tags.FindIndex(other => KeyOf(other) == key);
        if (known < 0)
        {
            _tags.Add(clean);
        }
        else
        {
            _tags[known] = clean;
        }
    }

    /// <summary>All of them as they are sent; <see langword="null" /> when there are none.</summary>
    public string? Join() => _tags.Count == 0 ? null : string.Join(",", _tags);

    private static string KeyOf(string tag)
    {
        int colon = tag.AsSpan().IndexOf(':');
        return colon < 0 ? tag : tag.Substring(0, colon);
    }
}
