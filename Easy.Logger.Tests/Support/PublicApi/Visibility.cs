using System.Reflection;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>Who may see a type or member, and the words for it.</summary>
internal static class Visibility
{
    public static bool IsVisible(Type type) => type.IsNested
        ? (type.IsNestedPublic || type.IsNestedFamily || type.IsNestedFamORAssem) && IsVisible(type.DeclaringType!)
        : type.IsPublic;

    public static bool IsVisible(MethodBase? method) => method is { IsPublic: true } or { IsFamily: true } or { IsFamilyOrAssembly: true };

    public static bool IsVisible(FieldInfo field) => (field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly) && !field.IsSpecialName;

    public static string Of(Type type) => type.IsPublic || type.IsNestedPublic ? "public" : Narrowed(type.IsNestedFamily);

    public static string Of(MethodBase method) => method.IsPublic ? "public" : Narrowed(method.IsFamily);

    public static string Of(FieldInfo field) => field.IsPublic ? "public" : Narrowed(field.IsFamily);

    /// <summary>Grows with the number of those who may see it.</summary>
    public static int Rank(MethodBase method) => method.IsPublic ? 2 : method.IsFamilyOrAssembly ? 1 : 0;

    private static string Narrowed(bool familyOnly) => familyOnly ? "protected" : "protected internal";
}
