using System.Reflection;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>
/// The attributes that belong to a contract: those that say how a type may be used, and those that the assembly itself offers. What is left out
/// speaks to tools (debuggers, editors, analyzers) or was written by the compiler.
/// </summary>
internal static class AttributeText
{
    private static readonly string[] _contract = ["System.AttributeUsageAttribute", "System.FlagsAttribute", "System.ObsoleteAttribute"];

    /// <summary>All of them with a space behind each, to stand before a declaration.</summary>
    public static string Of(MemberInfo member) => string.Concat(
        member.GetCustomAttributesData()
            .Where(attribute => IsContract(attribute.AttributeType, member.Module.Assembly) && !IsForOldCompilers(attribute))
            .Select(attribute => $"[{Of(attribute)}] ")
            .Order(StringComparer.Ordinal));

    private static bool IsContract(Type attribute, Assembly assembly) =>
        _contract.Contains(attribute.FullName) || (attribute.Assembly == assembly && Visibility.IsVisible(attribute));

    /// <summary>Ref structs and required members are obsolete to compilers that do not know them.</summary>
    private static bool IsForOldCompilers(CustomAttributeData attribute) =>
        attribute.ConstructorArguments.FirstOrDefault().Value is string text
        && (text.StartsWith("Types with embedded references", StringComparison.Ordinal)
            || text.StartsWith("Constructors of types with required members", StringComparison.Ordinal));

    private static string Of(CustomAttributeData attribute)
    {
        string name = TypeName.Of(attribute.AttributeType);
        name = name.EndsWith("Attribute", StringComparison.Ordinal) ? name[..^"Attribute".Length] : name;

        // An Obsolete's text is for people; it may change, and is another author's in a listing of another library.
        IEnumerable<string> arguments = attribute.AttributeType.FullName == "System.ObsoleteAttribute"
            ? []
            : attribute.ConstructorArguments.Select(Literal.Of)
                .Concat(attribute.NamedArguments.Select(named => $"{named.MemberName} = {Literal.Of(named.TypedValue)}"));
        string list = string.Join(", ", arguments);
        return list.Length == 0 ? name : $"{name}({list})";
    }
}
