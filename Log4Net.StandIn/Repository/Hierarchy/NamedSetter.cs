using System.Reflection;

namespace log4net.Repository.Hierarchy;

/// <summary>Where an element's value goes: a property with a setter, else a method with one parameter called like the element or "Add" + element.</summary>
internal sealed class NamedSetter
{
    // Without what base types keep private.
    private const BindingFlags Members = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    private readonly Action<object?> _set;

    private NamedSetter(string name, Type valueType, Action<object?> set)
    {
        Name = name;
        ValueType = valueType;
        _set = set;
    }

    public string Name { get; }

    public Type ValueType { get; }

    /// <summary>Case does not matter, nor does accessibility.</summary>
    public static NamedSetter? Find(object target, string name)
    {
        Type type = target.GetType();
        if (Array.Find(type.GetProperties(Members), p => p.CanWrite && Same(p.Name, name)) is { } property)
        {
            return new NamedSetter(property.Name, property.PropertyType, value => property.SetValue(target, value));
        }
        return Array.Find(type.GetMethods(Members), m => (Same(m.Name, name) || Same(m.Name, "Add" + name)) && m.GetParameters().Length == 1) is { } method
            ? new NamedSetter(method.Name, method.GetParameters()[0].ParameterType, value => method.Invoke(target, [value]))
            : null;
    }

    /// <summary>What the setter throws comes out as the cause of a <see cref="TargetInvocationException"/>.</summary>
    public void Set(object? value) => _set(value);

    private static bool Same(string a, string b) => a.Equals(b, StringComparison.OrdinalIgnoreCase);
}
