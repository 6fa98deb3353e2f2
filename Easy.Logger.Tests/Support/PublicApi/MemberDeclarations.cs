using System.Reflection;

namespace Easy.Logger.Tests.Support.PublicApi;

/// <summary>
/// The members that a type declares: fields, constructors, properties, events, methods, each group by name. Overloads stand in the order of the
/// runtime's own text for them, which is the order of the recorded listing; enum members as they were written.
/// </summary>
internal static class MemberDeclarations
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public static IEnumerable<string> Of(Type type)
    {
        if (TypeDeclaration.IsDelegate(type))
        {
            return [];
        }

        if (type.IsEnum)
        {
            return type.GetFields(BindingFlags.Public | BindingFlags.Static).OrderBy(field => field.MetadataToken)
                .Select(field => $"{AttributeText.Of(field)}{field.Name} = {Literal.Of(typeof(object), field.GetRawConstantValue())}");
        }

        return Sorted(type.GetFields(Declared)).Where(Visibility.IsVisible).Select(Field)
            .Concat(Sorted(type.GetConstructors(Declared)).Where(IsListed).Select(Constructor))
            .Concat(Sorted(type.GetProperties(Declared)).Where(IsListed).Select(Property))
            .Concat(Sorted(type.GetEvents(Declared)).Where(each => Visibility.IsVisible(each.AddMethod)).Select(Event))
            .Concat(Sorted(type.GetMethods(Declared)).Where(IsListed).Select(MethodDeclaration.Of));
    }

    private static IEnumerable<T> Sorted<T>(IEnumerable<T> members)
        where T : MemberInfo =>
        members.OrderBy(member => member.Name, StringComparer.Ordinal).ThenBy(member => member.ToString(), StringComparer.Ordinal);

    private static bool IsListed(MethodBase method) =>
        Visibility.IsVisible(method)
        && !(method.IsConstructor && method.IsStatic)
        && !IsGenerated(method)
        && (method.IsConstructor || !method.IsSpecialName || method.Name.StartsWith("op_", StringComparison.Ordinal));

    private static bool IsListed(PropertyInfo property) =>
        property.GetAccessors(nonPublic: true).Any(Visibility.IsVisible) && !(property.Name == "EqualityContract" && IsGenerated(property.GetMethod!));

    private static bool IsGenerated(MemberInfo member) => CompilerMark.IsOn(member, CompilerMark.Generated);

    private static string Field(FieldInfo field)
    {
        string holder = field.IsStatic ? "static " : string.Empty;
        string modifier = field.IsLiteral ? "const " : $"{holder}{(field.IsInitOnly ? "readonly " : string.Empty)}";
        string value = field.IsLiteral ? $" = {Literal.Of(field.FieldType, field.GetRawConstantValue())}" : string.Empty;
        string type = TypeName.Of(field.FieldType, NullableFlags.Of(field));
        return $"{AttributeText.Of(field)}{Visibility.Of(field)} {Required(field)}{modifier}{type} {field.Name}{value}";
    }

    private static string Constructor(ConstructorInfo constructor) =>
        $"{AttributeText.Of(constructor)}{Visibility.Of(constructor)} {TypeName.Simple(constructor.DeclaringType!)}{Parameters.Of(constructor)}";

    private static string Property(PropertyInfo property)
    {
        MethodInfo[] accessors = [.. new[] { property.GetMethod, property.SetMethod }.OfType<MethodInfo>().Where(Visibility.IsVisible)];
        MethodInfo widest = accessors.MaxBy(Visibility.Rank)!;

        // The parameters of an accessor, not the property's: only those carry their annotations.
        ParameterInfo[] index = [.. widest.GetParameters().Take(property.GetIndexParameters().Length)];
        string name = index.Length == 0 ? property.Name : $"this[{Parameters.Of(index)}]";
        string list = string.Concat(accessors.Select(accessor => $"{Narrower(accessor, widest)}{Keyword(accessor)}; "));
        return $"{AttributeText.Of(property)}{MethodDeclaration.Modifiers(widest)}{Required(property)}{Parameters.Result(property)} {name} {{ {list}}}";
    }

    private static string Event(EventInfo raised)
    {
        string type = TypeName.Of(raised.EventHandlerType!, NullableFlags.Of(raised));
        return $"{AttributeText.Of(raised)}{MethodDeclaration.Modifiers(raised.AddMethod!)}event {type} {raised.Name}";
    }

    private static string Narrower(MethodInfo accessor, MethodInfo widest) =>
        Visibility.Of(accessor) == Visibility.Of(widest) ? string.Empty : $"{Visibility.Of(accessor)} ";

    private static string Keyword(MethodInfo accessor) =>
        accessor.ReturnType != typeof(void) ? "get"
        : accessor.ReturnParameter.GetRequiredCustomModifiers().Any(modifier => modifier.Name == "IsExternalInit") ? "init"
        : "set";

    private static string Required(MemberInfo member) => CompilerMark.IsOn(member, "RequiredMemberAttribute") ? "required " : string.Empty;
}
