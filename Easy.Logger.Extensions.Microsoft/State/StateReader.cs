using Easy.Logger.Extensions.Microsoft.Diagnostics;
using log4net.Util;

namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>Turns key-value pairs of a log call or a scope into event properties. Values keep their types.</summary>
internal static class StateReader
{
    /// <summary>The key under which Microsoft.Extensions.Logging keeps the text with the placeholders.</summary>
    private const string OriginalFormat = "{OriginalFormat}";

    /// <summary>Writes each pair as a property.</summary>
    /// <param name="state">The state of a log call, or a scope.</param>
    /// <param name="properties">Where they go; what is there under the same name is replaced.</param>
    /// <param name="notices">Who is told when a pair cannot be read; the others are written all the same.</param>
    /// <returns>The template of the message, when the state has one.</returns>
    public static string? Read(object? state, PropertiesDictionary properties, FailureNotices notices)
    {
        string? template = null;
        try
        {
            if (state is IReadOnlyList<KeyValuePair<string, object?>> list)
            {
                ReadList(list, properties, notices, ref template);
            }
            else if (state is IEnumerable<KeyValuePair<string, object?>> pairs)
            {
                foreach (KeyValuePair<string, object?> pair in pairs)
                {
                    Write(pair, properties, ref template);
                }
            }
        }
        catch (Exception e)
        {
            TellUnreadable(notices, e);
        }

        return template;
    }

    /// <summary>The template of a state whose message cannot be formatted; <see langword="null" /> when there is none.</summary>
    public static string? Template(object? state)
    {
        try
        {
            // The last pair, by convention. Those before it may be what the formatter has failed on.
            return state is IReadOnlyList<KeyValuePair<string, object?>> { Count: > 0 } list && list[list.Count - 1] is { Key: OriginalFormat, Value: string template }
                ? template
                : null;
        }
        catch (Exception)
        {
            return null; // told already: it is asked for when the message has failed
        }
    }

    private static void ReadList(IReadOnlyList<KeyValuePair<string, object?>> list, PropertiesDictionary properties, FailureNotices notices, ref string? template)
    {
        int count = list.Count;
        for (int i = 0; i < count; i++)
        {
            try
            {
                Write(list[i], properties, ref template);
            }
            catch (Exception e)
            {
                TellUnreadable(notices, e);
            }
        }
    }

    private static void Write(KeyValuePair<string, object?> pair, PropertiesDictionary properties, ref string? template)
    {
        if (pair.Key == OriginalFormat)
        {
            template = pair.Value as string ?? template;
        }
        else if (pair.Key is not null)
        {
            properties[pair.Key] = pair.Value;
        }
    }

    private static void TellUnreadable(FailureNotices notices, Exception e) =>
        notices.Tell("key-value pairs of a log call or a scope could not be read; its event has the others", e);
}
