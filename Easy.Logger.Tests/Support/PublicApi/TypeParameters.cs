using System.Reflection;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>The parameters of a generic type or method, with what is asked of them.</summary>
internal static class TypeParameters
{
    private const byte NotAnnotated = 1;
    private const byte Annotated = 2;

    /// <summary>" where ..." for each parameter that has constraints.</summary>
    public static string Constraints(IEnumerable<Type> parameters) => string.Concat(
        parameters.Select(parameter => (parameter.Name, All: string.Join(", ", Constraints(parameter))))
            .Where(constrained => constrained.All.Length > 0)
            .Select(constrained => $" where {constrained.Name} : {constrained.All}"));

    /// <summary>"in " or "out " of an interface or delegate.</summary>
    public static string Variance(Type parameter) => (parameter.GenericParameterAttributes & GenericParameterAttributes.VarianceMask) switch
    {
        GenericParameterAttributes.Covariant => "out ",
        GenericParameterAttributes.Contravariant => "in ",
        _ => string.Empty,
    };

    private static IEnumerable<string> Constraints(Type parameter)
    {
        GenericParameterAttributes attributes = parameter.GenericParameterAttributes;
        byte flag = NullableFlags.OfTypeParameter(parameter).Take();
        bool isStruct = attributes.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint);
        Type[] types = [.. parameter.GetGenericParameterConstraints().Where(type => type != typeof(ValueType))];
        if (isStruct)
        {
            yield return CompilerMark.IsOn(parameter, "IsUnmanagedAttribute") ? "unmanaged" : "struct";
        }
        else if (attributes.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint))
        {
            yield return flag == Annotated ? "class?" : "class";
        }
        else if (flag == NotAnnotated && types.Length == 0)
        {
            yield return "notnull";
        }

        foreach (Type type in types)
        {
            // The flags of constraint types are where reflection does not look.
            yield return TypeName.Of(type);
        }

        if (!isStruct && attributes.HasFlag(GenericParameterAttributes.DefaultConstructorConstraint))
        {
            yield return "new()";
        }

        if (attributes.HasFlag(GenericParameterAttributes.AllowByRefLike))
        {
            yield return "allows ref struct";
        }
    }
}
