using log4net.Util;
using Pairs = System.Collections.Generic.IReadOnlyList<System.Collections.Generic.KeyValuePair<string, object?>>;

namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>
/// The pairs of a log call whose values cannot change, read where they are. A state is mostly a structure: each member is asked in an
/// expression of its own, from which the runtime takes the box out.
/// </summary>
internal static class StatePairs
{
    /// <summary>Whether no value has to be captured. Throws what the state throws.</summary>
    public static bool AreImmutable<TState>(in TState state)
    {
        if (ImmutableTypes.AreAllOf<TState>())
        {
            return true;
        }

        if (state is not Pairs)
        {
            return state is not IEnumerable<KeyValuePair<string, object?>>;
        }

        int count = ((Pairs)state).Count;
        for (int i = 0; i < count; i++)
        {
            if (!ImmutableTypes.Contains(((Pairs)state)[i].Value))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>
    /// Writes the pairs that are read as properties, but for the template; what is there under the same name is replaced.
    /// </summary>
    public static void Write<TState>(in TState state, PropertiesDictionary properties, PropertyPlan plan)
    {
        if (state is not Pairs)
        {
            return;
        }

        int count = ((Pairs)state).Count;
        for (int i = 0; i < count; i++)
        {
            KeyValuePair<string, object?> pair = ((Pairs)state)[i];
            if (pair.Key is not (null or StateReader.OriginalFormat)
                && PropertyNames.WithoutSign(pair.Key) is var name && plan.Has(name))
            {
                properties[name] = pair.Value;
            }
        }
    }
}
