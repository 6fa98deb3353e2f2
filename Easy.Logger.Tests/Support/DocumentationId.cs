using System.Reflection;

namespace Easy.Logger.Tests.Support;

/// <summary>The names that the compiler gives to types and members in an XML documentation file.</summary>
internal static class DocumentationId
{
    public static string Of(Type type) => $"T:{Name(type)}";

    public static string Of(MemberInfo member)
    {
        string owner = Name(member.DeclaringType!);
        return member switch
        {
            ConstructorInfo constructor => $"M:{owner}.#ctor{Parameters(constructor.GetParameters())}",
            MethodInfo method => $"M:{owner}.{method.Name}{Arity(method)}{Parameters(method.GetParameters())}{Result(method)}",
            PropertyInfo property => $"P:{owner}.{property.Name}{Parameters(property.GetIndexParameters())}",
            EventInfo raised => $"E:{owner}.{raised.Name}",
            FieldInfo field => $"F:{owner}.{field.Name}",
            _ => throw new ArgumentException(member.ToString(), nameof(member)),
        };
    }

    private static string Arity(MethodInfo method) => method.IsGenericMethod ? $"``{method.GetGenericArguments().Length}" : string.Empty;

    /// <summary>Conversions differ by their result alone.</summary>
    private static string Result(MethodInfo method) => method.Name is "op_Implicit" or "op_Explicit" ? $"~{Reference(method.ReturnType)}" : string.Empty;

    private static string Parameters(ParameterInfo[] parameters) =>
        parameters.Length == 0 ? string.Empty : $"({string.Join(",", parameters.Select(parameter => Reference(parameter.ParameterType)))})";

    private static string Name(Type type) => (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName!.Replace('+', '.');

    private static string Reference(Type type)
    {
        if (type.IsByRef)
        {
            return $"{Reference(type.GetElementType()!)}@";
        }

        if (type.IsArray)
        {
            return $"{Reference(type.GetElementType()!)}[]";
        }

        if (type.IsGenericParameter)
        {
            return $"{(type.DeclaringMethod is null ? "`" : "``")}{type.GenericParameterPosition}";
        }

        return type.IsGenericType
            ? $"{Name(type).Split('`')[0]}{{{string.Join(",", type.GetGenericArguments().Select(Reference))}}}"
            : Name(type);
    }
}
