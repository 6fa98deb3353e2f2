using System.Reflection;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>The attributes by which compilers tell each other what metadata has no place for. By name: some assemblies bring their own.</summary>
internal static class CompilerMark
{
    public const string Generated = "CompilerGeneratedAttribute";
    public const string ReadOnly = "IsReadOnlyAttribute";

    public static bool IsOn(MemberInfo member, string name) => IsAmong(member.GetCustomAttributesData(), name);

    public static bool IsOn(ParameterInfo parameter, string name) => IsAmong(parameter.GetCustomAttributesData(), name);

    private static bool IsAmong(IEnumerable<CustomAttributeData> attributes, string name) =>
        attributes.Any(attribute => attribute.AttributeType.FullName == $"System.Runtime.CompilerServices.{name}");
}
