namespace LokiServer.Decoding;

/// <summary>A stream of a push.</summary>
/// <param name="Selector">The labels as selector text.</param>
/// <param name="Labels">The labels; <see langword="null" /> when they could not be read.</param>
/// <param name="LabelError">Why they could not be read.</param>
/// <param name="Entries">Its lines.</param>
internal sealed record PushedStream(
    string Selector, IReadOnlyDictionary<string, string>? Labels, string? LabelError, IReadOnlyList<PushedEntry> Entries)
{
    /// <summary>A stream whose labels came as text.</summary>
    public static PushedStream FromSelector(string selector, IReadOnlyList<PushedEntry> entries)
    {
        try
        {
            return new PushedStream(selector, LabelSelector.Parse(selector), null, entries);
        }
        catch (FormatException e)
        {
            return new PushedStream(selector, null, e.Message, entries);
        }
    }

    /// <summary>A stream whose labels came as pairs.</summary>
    public static PushedStream FromPairs(IReadOnlyList<KeyValuePair<string, string>> pairs, IReadOnlyList<PushedEntry> entries)
    {
        string selector = LabelSelector.Format(pairs);
        string? wrong = pairs.Select(pair => pair.Key).FirstOrDefault(name => !LabelSelector.IsName(name));
        return wrong is null
            ? new PushedStream(selector, LabelSelector.ToDictionary(pairs), null, entries)
            : new PushedStream(selector, null, $"parse error: unexpected label name \"{wrong}\" in {selector}", entries);
    }
}

/// <summary>A line of a push.</summary>
internal sealed record PushedEntry(long Nanoseconds, string Line, IReadOnlyList<KeyValuePair<string, string>> Metadata);
