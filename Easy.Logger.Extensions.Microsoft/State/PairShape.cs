using System.Collections;
#if NET
using System.Diagnostics.CodeAnalysis;
#endif
using System.Runtime.CompilerServices;

namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>
/// How a type that holds names and values is read: a pair of a name and a value of any type. Looked up once for each type; thread-safe.
/// </summary>
internal sealed class PairShape
{
    private static readonly ConditionalWeakTable<Type, PairShape> _known = new();
    private static readonly PairShape _noPair = new(typeof(object));

    private readonly Func<object, object?>? _name;
    private readonly Func<object, object?>? _value;

#if NET
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicProperties, typeof(KeyValuePair<,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicFields, typeof(ValueTuple<,>))]
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The members of both types are kept; of others none is asked for.")]
#endif
    private PairShape(Type type)
    {
        Type? definition = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        if ((definition != typeof(KeyValuePair<,>) && definition != typeof(ValueTuple<,>))
            || type.GetGenericArguments()[0] != typeof(string))
        {
            return;
        }

        if (type.GetProperty("Key") is { } key && type.GetProperty("Value") is { } value)
        {
            (_name, _value) = (key.GetValue, value.GetValue);
        }
        else if (type.GetField("Item1") is { } first && type.GetField("Item2") is { } second)
        {
            (_name, _value) = (first.GetValue, second.GetValue);
        }
    }

    /// <summary>Reads <c>KeyValuePair&lt;string, T&gt;</c>, <c>(string, T)</c> and the entry of an untyped dictionary.</summary>
    public static bool TryRead(object item, out string name, out object? value)
    {
        if (item is DictionaryEntry entry)
        {
            name = entry.Key as string ?? string.Empty;
            value = entry.Value;
            return name.Length > 0;
        }

        PairShape shape = item is ValueType ? _known.GetValue(item.GetType(), type => new PairShape(type)) : _noPair;
        name = shape._name?.Invoke(item) as string ?? string.Empty;
        value = name.Length == 0 ? null : shape._value!(item);
        return name.Length > 0;
    }

    /// <summary>Reads a dictionary or another sequence of pairs with values of any type.</summary>
    /// <returns>The pairs; <see langword="null" /> when something else is among them.</returns>
    public static List<KeyValuePair<string, object?>>? ReadAll(IEnumerable sequence)
    {
        List<KeyValuePair<string, object?>> pairs = [];
        foreach (object? item in sequence)
        {
            if (item is null || !TryRead(item, out string name, out object? value))
            {
                return null;
            }

            pairs.Add(new(name, value));
        }

        return pairs;
    }
}
