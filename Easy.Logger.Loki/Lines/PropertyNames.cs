using System.Text.Json;
using log4net.Util;

namespace Easy.Logger.Loki.Lines;

/// <summary>An event's property names, without the array of log4net where they are those of the event before. Not thread-safe.</summary>
internal sealed class PropertyNames
{
    /// <summary>Most names that are remembered in their encoded form.</summary>
    private const int MaxNames = 1_000;

    /// <summary>What the line itself has; a property of such a name gets another one.</summary>
    public static IReadOnlyList<string> Reserved { get; } = ["Message", "Logger", "Level", "Thread", "Exception", "CutOffBytes"];

    private readonly Dictionary<string, JsonEncodedText> _encoded = new(StringComparer.Ordinal);
    private string[] _all = []; // of the last event
    private string[] _names = []; // those of them that are reported
    private JsonEncodedText[] _last = [];

    /// <summary>The names, and what they are called in the line; those of log4net's own properties are left out.</summary>
    public ReadOnlySpan<string> Of(ReadOnlyPropertiesDictionary properties, out ReadOnlySpan<JsonEncodedText> encoded)
    {
        if (!AreTheSame(properties))
        {
            _all = properties.GetKeys();
            _names = Array.FindAll(_all, name => !PropertyText.IsOfLog4Net(name));
            Array.Sort(_names, StringComparer.Ordinal);
            _last = Array.ConvertAll(_names, Encode);
        }

        encoded = _last;
        return _names;
    }

    /// <summary>As many, and each of them there: then there are no others.</summary>
    private bool AreTheSame(ReadOnlyPropertiesDictionary properties)
    {
        if (properties.Count != _all.Length)
        {
            return false;
        }

        foreach (string name in _all)
        {
            if (!properties.Contains(name))
            {
                return false;
            }
        }

        return true;
    }

    private JsonEncodedText Encode(string name)
    {
        if (!_encoded.TryGetValue(name, out JsonEncodedText encoded))
        {
            if (_encoded.Count >= MaxNames)
            {
                _encoded.Clear();
            }

            string free = Reserved.Contains(name, StringComparer.Ordinal) ? "_" + name : name;
            encoded = JsonEncodedText.Encode(LineWriter.Whole(free), LineEscaping.Instance);
            _encoded.Add(name, encoded);
        }

        return encoded;
    }
}
