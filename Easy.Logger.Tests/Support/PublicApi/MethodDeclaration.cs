using System.Reflection;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>The line that declares a method, an operator or a finalizer.</summary>
internal static class MethodDeclaration
{
    private static readonly Dictionary<string, string> _operators = new(StringComparer.Ordinal)
    {
        ["Addition"] = "+",
        ["Subtraction"] = "-",
        ["Multiply"] = "*",
        ["Division"] = "/",
        ["Modulus"] = "%",
        ["UnaryPlus"] = "+",
        ["UnaryNegation"] = "-",
        ["Increment"] = "++",
        ["Decrement"] = "--",
        ["LogicalNot"] = "!",
        ["OnesComplement"] = "~",
        ["BitwiseAnd"] = "&",
        ["BitwiseOr"] = "|",
        ["ExclusiveOr"] = "^",
        ["LeftShift"] = "<<",
        ["RightShift"] = ">>",
        ["Equality"] = "==",
        ["Inequality"] = "!=",
        ["LessThan"] = "<",
        ["LessThanOrEqual"] = "<=",
        ["GreaterThan"] = ">",
        ["GreaterThanOrEqual"] = ">=",
        ["True"] = "true",
        ["False"] = "false",
    };

    public static string Of(MethodInfo method)
    {
        if (method.Name == "Finalize" && IsOverride(method))
        {
            return $"~{TypeName.Simple(method.DeclaringType!)}()";
        }

        Type[] own = method.GetGenericArguments();
        string parameters = own.Length == 0 ? string.Empty : $"<{string.Join(", ", own.Select(TypeName.Of))}>";
        string signature = $"{ResultAndName(method)}{parameters}{Parameters.Of(method)}";

        // An override inherits its constraints and may not repeat them.
        return $"{AttributeText.Of(method)}{Modifiers(method)}{signature}{(IsOverride(method) ? string.Empty : TypeParameters.Constraints(own))}";
    }

    /// <summary>What stands before the type of a method, property or event, with a space behind. In an interface that is the exception.</summary>
    public static string Modifiers(MethodInfo method)
    {
        bool contract = method.DeclaringType!.IsInterface;
        string visibility = contract && method.IsPublic ? string.Empty : $"{Visibility.Of(method)} ";
        return $"{visibility}{(contract ? ContractModifier(method) : Modifier(method))}{(IsReadOnlyInStruct(method) ? "readonly " : string.Empty)}";
    }

    private static string Modifier(MethodInfo method)
    {
        if (method.IsStatic)
        {
            return "static ";
        }

        if (method.IsAbstract)
        {
            return IsOverride(method) ? "abstract override " : "abstract ";
        }

        if (IsOverride(method))
        {
            return method.IsFinal ? "sealed override " : "override ";
        }

        // Virtual and final is what implements an interface without being virtual in C#.
        return method.IsVirtual && !method.IsFinal ? "virtual " : string.Empty;
    }

    private static string ContractModifier(MethodInfo method) => (method.IsStatic, method.IsAbstract) switch
    {
        (true, true) => "static abstract ",
        (true, false) => method.IsVirtual ? "static virtual " : "static ",
        (false, true) => string.Empty,
        (false, false) => method.IsVirtual ? "virtual " : "sealed ",
    };

    private static bool IsOverride(MethodInfo method) => method.IsVirtual && !method.Attributes.HasFlag(MethodAttributes.NewSlot);

    /// <summary>Members of a readonly struct have the mark too, without the word, and so have the getters that the compiler writes.</summary>
    private static bool IsReadOnlyInStruct(MethodInfo method) =>
        !method.IsSpecialName
        && CompilerMark.IsOn(method, CompilerMark.ReadOnly)
        && !CompilerMark.IsOn(method.DeclaringType!, CompilerMark.ReadOnly);

    private static string ResultAndName(MethodInfo method)
    {
        string result = Parameters.Result(method.ReturnParameter);
        string name = method.Name.StartsWith("op_", StringComparison.Ordinal) && method.IsSpecialName ? method.Name["op_".Length..] : string.Empty;
        string way = name.StartsWith("Checked", StringComparison.Ordinal) ? "checked " : string.Empty;
        name = name[(way.Length == 0 ? 0 : "Checked".Length)..];
        return name switch
        {
            "" => $"{result} {method.Name}",
            "Implicit" => $"implicit operator {result}",
            "Explicit" => $"explicit operator {way}{result}",
            _ => $"{result} operator {way}{_operators.GetValueOrDefault(name, name)}",
        };
    }
}
