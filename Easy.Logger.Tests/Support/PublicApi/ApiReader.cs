using System.Reflection;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>Lists what code outside an assembly can see of it: public and protected, nothing compiler-generated. Runs none of its code.</summary>
internal static class ApiReader
{
    public static ApiListing Read(Assembly assembly) => Read(assembly.GetTypes());

    public static ApiListing Read(IEnumerable<Type> types) => new(
        types.Where(Visibility.IsVisible)
            .OrderBy(type => type.Namespace, StringComparer.Ordinal)
            .ThenBy(TypeName.Of, StringComparer.Ordinal)
            .Select(Read));

    public static ApiType Read(Type type) => new(type.Namespace ?? string.Empty, TypeDeclaration.Of(type), [.. MemberDeclarations.Of(type)]);
}
