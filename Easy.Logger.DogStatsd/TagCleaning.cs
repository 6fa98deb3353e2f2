namespace Easy.Logger.DogStatsd;

/// <summary>
/// What becomes of characters that would end a tag early: <c>|</c> begins the next field, <c>,</c> the next tag, a line break the next
/// metric. The protocol has no way to escape them.
/// </summary>
public enum TagCleaning
{
    /// <summary>They are left out: <c>another:mal|for,med</c> becomes <c>another:malformed</c>.</summary>
    Strip,

    /// <summary>Each becomes an underscore: <c>another:mal|for,med</c> becomes <c>another:mal_for_med</c>.</summary>
    Replace,

    /// <summary>
    /// A global tag with one of them is refused when it is configured. In the tags of a message, where nobody could do anything about it,
    /// they are left out.
    /// </summary>
    Strict,
}
