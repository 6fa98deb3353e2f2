namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>Types as C# spells them, without namespaces.</summary>
internal static class TypeName
{
    // short and ushort are left out: the listing that was recorded has Int16.
    private static readonly Dictionary<Type, string> _keywords = new()
    {
        [typeof(void)] = "void",
        [typeof(bool)] = "bool",
        [typeof(byte)] = "byte",
        [typeof(sbyte)] = "sbyte",
        [typeof(char)] = "char",
        [typeof(int)] = "int",
        [typeof(uint)] = "uint",
        [typeof(long)] = "long",
        [typeof(ulong)] = "ulong",
        [typeof(float)] = "float",
        [typeof(double)] = "double",
        [typeof(decimal)] = "decimal",
        [typeof(string)] = "string",
        [typeof(object)] = "object",
    };

    public static string Of(Type type) => Of(type, NullableFlags.None);

    /// <summary>The flags are taken in the order in which the compiler wrote them: from left to right, each type before its arguments.</summary>
    public static string Of(Type type, NullableFlags flags)
    {
        if (type.IsByRef)
        {
            return Of(type.GetElementType()!, flags);
        }

        if (Nullable.GetUnderlyingType(type) is Type value)
        {
            return $"{Of(value, flags)}?";
        }

        if (type.IsValueType && !type.IsGenericParameter)
        {
            if (type.IsGenericType)
            {
                flags.Take();
            }

            return Named(type, flags);
        }

        string mark = flags.Next() ? "?" : string.Empty;
        return type.IsArray ? $"{Of(type.GetElementType()!, flags)}[{new string(',', type.GetArrayRank() - 1)}]{mark}" : $"{Named(type, flags)}{mark}";
    }

    /// <summary>The name without arguments and without the types around it.</summary>
    public static string Simple(Type type) => type.Name.Split('`')[0];

    private static string Named(Type type, NullableFlags flags)
    {
        if (_keywords.TryGetValue(type, out string? keyword))
        {
            return keyword;
        }

        if (type.IsGenericParameter)
        {
            return type.Name;
        }

        Queue<Type> arguments = new(type.GetGenericArguments());
        return string.Join('.', OutsideIn(type).Select(part => $"{Simple(part)}{Arguments(part, arguments, flags)}"));
    }

    private static IEnumerable<Type> OutsideIn(Type type) => type.IsNested ? OutsideIn(type.DeclaringType!).Append(type) : [type];

    /// <summary>A nested type has the arguments of the types around it, theirs first.</summary>
    private static string Arguments(Type part, Queue<Type> arguments, NullableFlags flags)
    {
        int own = part.GetGenericArguments().Length - (part.DeclaringType?.GetGenericArguments().Length ?? 0);
        return own == 0 ? string.Empty : $"<{string.Join(", ", Enumerable.Range(0, own).Select(_ => Of(arguments.Dequeue(), flags)))}>";
    }
}
