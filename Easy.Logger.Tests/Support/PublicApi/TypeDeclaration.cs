using System.Reflection;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>The line that declares a type.</summary>
internal static class TypeDeclaration
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    public static string Of(Type type)
    {
        string declared = IsDelegate(type) ? Delegate(type) : $"{Kind(type)} {Name(type)}{Bases(type)}";
        return $"{AttributeText.Of(type)}{Visibility.Of(type)} {declared}{TypeParameters.Constraints(OwnParameters(type))}";
    }

    public static bool IsDelegate(Type type) => type.BaseType == typeof(MulticastDelegate);

    /// <summary>Told by what the compiler writes for it.</summary>
    public static bool IsRecord(Type type) =>
        type.GetMethods(Declared).Any(method => method.Name == "PrintMembers" && CompilerMark.IsOn(method, CompilerMark.Generated));

    private static string Delegate(Type type)
    {
        MethodInfo invoke = type.GetMethod("Invoke")!;
        return $"delegate {Parameters.Result(invoke.ReturnParameter)} {Name(type)}{Parameters.Of(invoke)}";
    }

    private static string Kind(Type type)
    {
        if (type.IsInterface)
        {
            return "interface";
        }

        if (type.IsEnum)
        {
            return "enum";
        }

        string record = IsRecord(type) ? "record " : string.Empty;
        if (type.IsValueType)
        {
            string immutable = CompilerMark.IsOn(type, CompilerMark.ReadOnly) ? "readonly " : string.Empty;
            return $"{immutable}{(type.IsByRefLike ? "ref " : string.Empty)}{record}struct";
        }

        string modifier = (type.IsAbstract, type.IsSealed) switch
        {
            (true, true) => "static ",
            (true, false) => "abstract ",
            (false, true) => "sealed ",
            _ => string.Empty,
        };
        return $"{modifier}{(record.Length > 0 ? record.TrimEnd() : "class")}";
    }

    private static string Name(Type type)
    {
        string name = TypeName.Of(type);
        string own = string.Join(", ", OwnParameters(type).Select(parameter => $"{TypeParameters.Variance(parameter)}{parameter.Name}"));
        return own.Length == 0 ? name : $"{name[..name.LastIndexOf('<')]}<{own}>";
    }

    private static Type[] OwnParameters(Type type) => [.. type.GetGenericArguments().Skip(type.DeclaringType?.GetGenericArguments().Length ?? 0)];

    private static string Bases(Type type)
    {
        List<string> bases = [];
        if (type.IsEnum)
        {
            bases.AddRange(Enum.GetUnderlyingType(type) == typeof(int) ? [] : [TypeName.Of(Enum.GetUnderlyingType(type))]);
        }
        else
        {
            bases.AddRange(type.IsValueType || type.BaseType is null || type.BaseType == typeof(object)
                ? []
                : [TypeName.Of(type.BaseType, NullableFlags.OfBase(type))]);
            bases.AddRange(Interfaces(type));
        }

        return bases.Count == 0 ? string.Empty : $" : {string.Join(", ", bases)}";
    }

    /// <summary>
    /// Those that neither the base class nor another interface brings along. Reflection does not see the nullable annotations of their arguments.
    /// </summary>
    private static IEnumerable<string> Interfaces(Type type)
    {
        Type[] all = type.GetInterfaces();
        HashSet<Type> implied = [.. all.SelectMany(each => each.GetInterfaces()), .. type.BaseType?.GetInterfaces() ?? []];
        return all.Where(each => Visibility.IsVisible(each) && !implied.Contains(each) && !IsRecordEquality(type, each))
            .OrderBy(each => $"{each.Namespace}.{each.Name}", StringComparer.Ordinal)
            .Select(TypeName.Of);
    }

    private static bool IsRecordEquality(Type type, Type contract) =>
        contract.IsGenericType && contract.GetGenericTypeDefinition() == typeof(IEquatable<>) && IsRecord(type);
}
