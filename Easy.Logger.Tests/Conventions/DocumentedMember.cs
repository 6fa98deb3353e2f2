using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Easy.Logger.Tests.Documents;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Easy.Logger.Tests.Conventions;

/// <summary>A type or member that a user of a package sees, and what the package's documentation file says of it.</summary>
/// <param name="Symbol">The type or member, as the compiler reads it from the assembly.</param>
/// <param name="Documentation">Its element of the documentation file, when there is one.</param>
internal sealed record DocumentedMember(ISymbol Symbol, XElement? Documentation)
{
    private static readonly CSharpCompilation _compilation =
        CSharpCompilation.Create("Documentation", references: CSharpSnippet.References);

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

    public string Id => Symbol.GetDocumentationCommentId()!;

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
        return
            from exported in assembly.GetExportedTypes()
            let type = _compilation.GetTypeByMetadataName(exported.FullName!)!
            from symbol in type.GetMembers().Where(member => type.TypeKind != TypeKind.Delegate && IsVisible(member)).Prepend(type)
            select new DocumentedMember(symbol, documented.GetValueOrDefault(symbol.GetDocumentationCommentId()!));
    }

    private static bool IsVisible(ISymbol member) =>
        member.DeclaredAccessibility is Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal
        && member switch
        {
            // A constructor without parameters may be the compiler's own; the compiler checks the documentation of one that is written.
            IMethodSymbol { MethodKind: MethodKind.Constructor } constructor => constructor.Parameters.Length > 0,
            IMethodSymbol method => method.AssociatedSymbol is null,
            INamedTypeSymbol => false, // nested types are exported types themselves
            _ => true,
        };

    private static string Plain(XElement element)
    {
        XElement copy = new(element);
        foreach (XElement reference in copy.Descendants().Where(inner => !inner.Nodes().Any()).ToArray())
        {
            reference.ReplaceWith(
                (reference.Attribute("cref") ?? reference.Attribute("langword") ?? reference.Attribute("name"))?.Value ?? string.Empty);
        }

        return Regex.Replace(copy.Value, @"\s+", " ").Trim();
    }
}
