using System.Reflection;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>What stands between the parentheses of a method, and before its name.</summary>
internal static class Parameters
{
    public static string Of(MethodBase method)
    {
        string receiver = CompilerMark.IsOn(method, "ExtensionAttribute") ? "this " : string.Empty;
        return $"({receiver}{Of(method.GetParameters())})";
    }

    public static string Of(IEnumerable<ParameterInfo> parameters) => string.Join(", ", parameters.Select(Of));

    /// <summary>The type of the result, with the way it is handed out.</summary>
    public static string Result(ParameterInfo result) =>
        $"{Way(result.ParameterType, CompilerMark.IsOn(result, CompilerMark.ReadOnly))}{TypeName.Of(result.ParameterType, NullableFlags.Of(result))}";

    /// <inheritdoc cref="Result(ParameterInfo)" />
    public static string Result(PropertyInfo property) =>
        $"{Way(property.PropertyType, CompilerMark.IsOn(property, CompilerMark.ReadOnly))}{TypeName.Of(property.PropertyType, NullableFlags.Of(property))}";

    private static string Way(Type result, bool isReadOnly) => !result.IsByRef ? string.Empty : isReadOnly ? "ref readonly " : "ref ";

    private static string Of(ParameterInfo parameter)
    {
        string type = TypeName.Of(parameter.ParameterType, NullableFlags.Of(parameter));
        string value = parameter.HasDefaultValue ? $" = {Literal.Of(parameter.ParameterType, parameter.RawDefaultValue)}" : string.Empty;
        return $"{Way(parameter)}{type} {parameter.Name}{value}";
    }

    private static string Way(ParameterInfo parameter)
    {
        if (!parameter.ParameterType.IsByRef)
        {
            bool isOpen = CompilerMark.IsOn(parameter, "ParamCollectionAttribute") || parameter.IsDefined(typeof(ParamArrayAttribute));
            return isOpen ? "params " : string.Empty;
        }

        return parameter.IsOut ? "out "
            : CompilerMark.IsOn(parameter, "RequiresLocationAttribute") ? "ref readonly "
            : CompilerMark.IsOn(parameter, CompilerMark.ReadOnly) ? "in "
            : "ref ";
    }
}
