using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Easy.Logger.Tests.Conventions;

/// <summary>The compiler wants a summary of whatever a user of a package can see; parameters and results are described as well.</summary>
internal sealed class DocumentationTests
{
    private static IEnumerable<DocumentedMember> Methods => DocumentedMember.All.Where(member => member.Symbol is IMethodSymbol);

    [Test]
    public void Parameters_EveryVisibleMethod_AreDescribed() => Assert.That(
        Methods.SelectMany(method => Parameters(method).Where(parameter => string.IsNullOrWhiteSpace(About(method, parameter))).Select(
            parameter => $"{method}: {parameter.Name}")),
        Is.Empty);

    [Test]
    public void Members_OfEveryPackage_AreSeen() =>
        Assert.That(
            DocumentedMember.Shipped.Select(
                shipped => Methods.Count(method => method.Symbol.ContainingAssembly.Name == shipped.GetName().Name)),
            Is.All.GreaterThan(3));

    [Test]
    public void TypeParameters_EveryVisibleTypeAndMethod_AreDescribed() => Assert.That(
        DocumentedMember.All.SelectMany(member => TypeParameters(member.Symbol)
            .Where(name => !member.Documentation.Elements("typeparam").Any(text => text.Attribute("name")?.Value == name))
            .Select(name => $"{member}: {name}")),
        Is.Empty);

    [Test]
    public void Results_EveryVisibleMethodThatHasOne_AreDescribed() => Assert.That(
        Methods.Where(method => method.Symbol is IMethodSymbol { ReturnsVoid: false } && method.Documentation.Element("returns") is null),
        Is.Empty);

    private static ImmutableArray<IParameterSymbol> Parameters(DocumentedMember method) => ((IMethodSymbol)method.Symbol).Parameters;

    private static string? About(DocumentedMember method, IParameterSymbol parameter) =>
        method.Documentation.Elements("param").FirstOrDefault(text => text.Attribute("name")?.Value == parameter.Name)?.Value;

    private static IEnumerable<string> TypeParameters(ISymbol member) => member switch
    {
        INamedTypeSymbol type => type.TypeParameters.Select(parameter => parameter.Name),
        IMethodSymbol method => method.TypeParameters.Select(parameter => parameter.Name),
        _ => [],
    };
}
