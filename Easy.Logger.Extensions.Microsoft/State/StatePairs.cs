namespace Easy.Logger.Extensions.Microsoft.State;

using Pairs = IReadOnlyList<KeyValuePair<string, object?>>;

/// <summary>
/// A first look at the state of a log call. A state is mostly a structure: each member is asked in an expression of its own, from which the
/// runtime takes the box out.
/// </summary>
internal static class StatePairs
{
    /// <summary>Whether a pair has to be read: it is a property, or its value may change and so has to be captured.</summary>
    public static bool NeedReader<TState>(TState state, PropertyUse use)
    {
        if (state is not Pairs)
        {
            return state is IEnumerable<KeyValuePair<string, object?>>;
        }

        try
        {
            int count = ((Pairs)state).Count;
            for (int i = 0; i < count; i++)
            {
                KeyValuePair<string, object?> pair = ((Pairs)state)[i];
                if (!ImmutableTypes.Contains(pair.Value) || pair.Key is null || IsRead(pair.Key, use))
                {
                    return true;
                }
            }

            return false;
        }
        catch (Exception)
        {
            return true; // the reader reports it
        }
    }

    /// <summary>The template of the message, when the state has one.</summary>
    public static string? TemplateOf(object? state)
    {
        try
        {
            return state is Pairs { Count: > 0 and var count } pairs && pairs[count - 1] is { Key: StateReader.OriginalFormat } last
                ? last.Value as string : null;
        }
        catch (Exception)
        {
            return null;
        }
    }

    private static bool IsRead(string key, PropertyUse use) =>
        use.Reads(key == StateReader.OriginalFormat ? PropertyNames.MessageTemplate : PropertyNames.WithoutSign(key));
}
