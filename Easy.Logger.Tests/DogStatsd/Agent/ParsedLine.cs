namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>One line of a datagram as the agent takes it.</summary>
/// <param name="Line">The line itself.</param>
/// <param name="Tags">What stands between commas, in the order sent.</param>
/// <param name="Timestamp">Unix seconds, when the line has them.</param>
internal abstract record ParsedLine(string Line, IReadOnlyList<string> Tags, long? Timestamp)
{
    /// <summary>The tags by key and value.</summary>
    public IEnumerable<KeyValuePair<string, string?>> TagPairs => Tags.Select(SplitTag);

    /// <summary>The key of a tag is what stands before its first colon. A tag without a colon is a key without a value.</summary>
    public static KeyValuePair<string, string?> SplitTag(string tag)
    {
        int colon = tag.IndexOf(':', StringComparison.Ordinal);
        return colon < 0 ? new(tag, null) : new(tag[..colon], tag[(colon + 1)..]);
    }
}
