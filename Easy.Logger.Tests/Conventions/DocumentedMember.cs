using Easy.Logger.Tests.Documents;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Easy.Logger.Tests.Conventions;

/// <summary>A type or member that a user of a package sees, and its element of the package's documentation file.</summary>
internal sealed record DocumentedMember(ISymbol Symbol, XElement Documentation)
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

    /// <summary>Everything that is visible and does not say what the member it implements says.</summary>
    public static IReadOnlyList<DocumentedMember> All { get; } = [.. Shipped.SelectMany(Of)];

    /// <inheritdoc />
    public override string ToString() => Symbol.ToDisplayString();

    private static IEnumerable<DocumentedMember> Of(Assembly assembly)
    {
        Dictionary<string, XElement> documented = XDocument.Load(Path.ChangeExtension(assembly.Location, ".xml"))
            .Descendants("member").ToDictionary(member => member.Attribute("name")!.Value);
        return
            from exported in assembly.GetExportedTypes()
            let type = _compilation.GetTypeByMetadataName(exported.FullName!)!
            from symbol in type.GetMembers().Where(member => type.TypeKind != TypeKind.Delegate && IsVisible(member)).Prepend(type)
            let documentation = documented.GetValueOrDefault(symbol.GetDocumentationCommentId()!)
            where documentation is not null && documentation.Element("inheritdoc") is null
            select new DocumentedMember(symbol, documentation);
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
}
