using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Conventions;

/// <summary>A type or member that a user of a package sees, and what the package's documentation file says of it.</summary>
/// <param name="Member">The type or member.</param>
/// <param name="Documentation">Its element of the documentation file, when there is one.</param>
internal sealed record DocumentedMember(MemberInfo Member, XElement? Documentation)
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>The assemblies that are shipped.</summary>
    public static IReadOnlyList<Assembly> Shipped { get; } =
    [
        typeof(AsyncBufferingForwardingAppender).Assembly,
        typeof(Easy.Logger.DogStatsd.DogStatsdAppender).Assembly,
        typeof(Easy.Logger.EventSource.EventSourceAppender).Assembly,
        typeof(Easy.Logger.Loki.LokiAppender).Assembly,
        typeof(Extensions.Microsoft.EasyLoggerProvider).Assembly,
    ];

    /// <summary>Everything that is visible in the assemblies that are shipped.</summary>
    public static IReadOnlyList<DocumentedMember> All { get; } = [.. Shipped.SelectMany(Of)];

    public string Id => Member is Type type ? DocumentationId.Of(type) : DocumentationId.Of(Member);

    /// <summary>Says what the member it implements says; that one is documented in its own place.</summary>
    public bool IsInherited => Documentation?.Element("inheritdoc") is not null;

    public string? Summary => Documentation?.Element("summary") is { } summary ? Plain(summary) : null;

    /// <summary>All of it as one line of text, the names of what is referred to included.</summary>
    public string Text => Documentation is null ? string.Empty : Plain(Documentation);

    /// <inheritdoc />
    public override string ToString() => Id;

    private static IEnumerable<DocumentedMember> Of(Assembly assembly)
    {
        Dictionary<string, XElement> documented = XDocument.Load(Path.ChangeExtension(assembly.Location, ".xml"))
            .Descendants("member").ToDictionary(member => member.Attribute("name")!.Value);
        foreach (Type type in assembly.GetExportedTypes())
        {
            yield return new DocumentedMember(type, documented.GetValueOrDefault(DocumentationId.Of(type)));
            if (type.BaseType == typeof(MulticastDelegate))
            {
                continue;
            }

            foreach (MemberInfo member in type.GetMembers(Declared).Where(IsVisible))
            {
                yield return new DocumentedMember(member, documented.GetValueOrDefault(DocumentationId.Of(member)));
            }
        }
    }

    private static bool IsVisible(MemberInfo member) => member switch
    {
        FieldInfo field => (field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly) && !field.IsSpecialName,

        // A constructor without parameters may be the compiler's own; one that is written is checked by the compiler.
        ConstructorInfo constructor => IsVisible(constructor) && constructor.GetParameters().Length > 0,
        MethodInfo method => IsVisible(method) && (!method.IsSpecialName || method.Name.StartsWith("op_", StringComparison.Ordinal)),
        PropertyInfo property => property.GetAccessors(nonPublic: true).Any(IsVisible),
        EventInfo raised => IsVisible(raised.AddMethod!),
        _ => false, // nested types are exported types themselves
    };

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Plain(XElement element)
    {
        XElement copy = new(element);
        foreach (XElement reference in copy.Descendants().Where(inner => !inner.Nodes().Any()).ToArray())
        {
            reference.ReplaceWith((reference.Attribute("cref") ?? reference.Attribute("langword") ?? reference.Attribute("name"))?.Value ?? string.Empty);
        }

        return Regex.Replace(copy.Value, @"\s+", " ").Trim();
    }
}
