using System.Reflection;
using System.Runtime.ExceptionServices;

namespace log4net.Repository.Hierarchy;

/// <summary>Where an element's value goes: a property with a setter, else a method with one parameter called like the element or "Add" + element.</summary>
internal sealed class NamedSetter
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

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
        foreach (Type type in Lineage(target.GetType()))
        {
            if (Array.Find(type.GetProperties(Declared), p => p.CanWrite && p.GetIndexParameters().Length == 0 && Same(p.Name, name)) is { } property)
            {
                return new NamedSetter(property.Name, property.PropertyType, value => property.SetValue(target, value));
            }
        }
        foreach (Type type in Lineage(target.GetType()))
        {
            if (Array.Find(type.GetMethods(Declared), m => (Same(m.Name, name) || Same(m.Name, "Add" + name)) && m.GetParameters().Length == 1) is { } method)
            {
                return new NamedSetter(method.Name, method.GetParameters()[0].ParameterType, value => method.Invoke(target, [value]));
            }
        }
        return null;
    }

    /// <summary>What the setter throws comes out as it is.</summary>
    public void Set(object? value)
    {
        try
        {
            _set(value);
        }
        catch (TargetInvocationException e) when (e.InnerException is { } cause)
        {
            ExceptionDispatchInfo.Capture(cause).Throw();
        }
    }

    private static bool Same(string a, string b) => a.Equals(b, StringComparison.OrdinalIgnoreCase);

    private static IEnumerable<Type> Lineage(Type type)
    {
        for (Type? t = type; t is not null; t = t.BaseType)
        {
            yield return t;
        }
    }
}
