using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;

namespace Easy.Logger.Tests.Conventions;

/// <summary>
/// Whatever a user of a package can see is documented, in sentences: what it is, the unit, bounds and default of what can be set, what
/// becomes of bad input, and who may call it at the same time.
/// </summary>
internal sealed class DocumentationTests
{
    /// <summary>What a number counts or measures.</summary>
    private static readonly Regex _unit = new(
        "millisecond|second|byte|event|batch|call|line|packet|attempt|share|per "
            + "cent|identifier", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase);

    private static readonly Regex _bounds =
        new(@"\d[\d,]* to \d|at least|-1|negative|positive|any value", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase);

    private static readonly Regex _threads =
        new("any thread|one thread|immutable|stateless", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase);

    private static IEnumerable<DocumentedMember> Documented =>
        DocumentedMember.All.Where(member => member.Documentation is not null && !member.IsInherited);

    private static IEnumerable<DocumentedMember> Methods => Documented.Where(member => member.Symbol is IMethodSymbol);

    /// <summary>What a user sets: a public setter that is not only for the making of the object.</summary>
    private static IEnumerable<DocumentedMember> Options =>
        Documented.Where(member => member.Symbol is IPropertySymbol { SetMethod.DeclaredAccessibility: Accessibility.Public });

    [Test]
    public void Summary_EveryVisibleTypeAndMember_IsThere()
    {
        Assert.That(DocumentedMember.All.Where(member => !member.IsInherited && string.IsNullOrWhiteSpace(member.Summary)), Is.Empty);
    }

    [Test]
    public void Members_OfEveryPackage_AreSeen()
    {
        string[] seen = [.. DocumentedMember.All.Select(member => member.Id)];

        Assert.That(seen, Does.Contain("P:Easy.Logger.AsyncBufferingForwardingAppender.IdleTime"));
        Assert.That(seen, Does.Contain("F:Easy.Logger.Diagnostics.DropReason.Evicted"));
        Assert.That(seen, Does.Contain("M:Easy.Logger.AsyncBufferingForwardingAppender.DoAppend(log4net.Core.LoggingEvent[])"));
        Assert.That(seen, Does.Contain("M:Easy.Logger.Interfaces.ILogService.GetLogger``1"));
        Assert.That(seen, Has.Length.GreaterThanOrEqualTo(120));
        Assert.That(
            DocumentedMember.Shipped.Select(assembly => seen.Count(id => id.Contains(assembly.GetName().Name!, StringComparison.Ordinal))),
            Is.All.GreaterThan(5));
    }

    [Test]
    public void Summary_EveryVisibleTypeAndMember_EndsWithAFullStop() =>
        Assert.That(Documented.Where(member => member.Summary?.EndsWith('.') == false), Is.Empty);

    [Test]
    public void Parameters_EveryVisibleMethod_AreDescribed() => Assert.That(
        Methods.SelectMany(method => Parameters(method).Where(parameter => string.IsNullOrWhiteSpace(About(method, parameter))).Select(
            parameter => $"{method}: {parameter.Name}")),
        Is.Empty);

    [Test]
    public void TypeParameters_EveryVisibleTypeAndMethod_AreDescribed() => Assert.That(
        Documented.SelectMany(member => TypeParameters(member.Symbol)
            .Where(name => !member.Documentation!.Elements("typeparam").Any(text => text.Attribute("name")?.Value == name))
            .Select(name => $"{member}: {name}")),
        Is.Empty);

    [Test]
    public void Results_EveryVisibleMethodThatHasOne_AreDescribed() => Assert.That(
        Methods.Where(method => method.Symbol is IMethodSymbol { ReturnsVoid: false } && method.Documentation!.Element("returns") is null),
        Is.Empty);

    /// <summary>Bad input: what becomes of a null where none is expected.</summary>
    [Test]
    public void Errors_EveryParameterThatMustBeThere_SayWhatNullDoes() => Assert.That(
        Methods.SelectMany(method => Parameters(method)
            .Where(parameter => !parameter.Type.IsValueType && parameter.NullableAnnotation == NullableAnnotation.NotAnnotated)
            .Where(_ => !method.Text.Contains("null", StringComparison.Ordinal)
                && !OwnerText(method).Contains("null", StringComparison.Ordinal))
            .Select(parameter => $"{method}: {parameter.Name}")),
        Is.Empty);

    [Test]
    public void Options_EveryOne_SaysItsDefault() => Assert.That(
        Options.Where(option => !option.Text.Contains("default", StringComparison.OrdinalIgnoreCase) && !IsChosen(option)), Is.Empty);

    [Test]
    public void Options_EveryNumberAndTime_SaysItsUnitAndBounds()
    {
        DocumentedMember[] numbers = [.. Options.Where(option => IsNumber(((IPropertySymbol)option.Symbol).Type))];

        Assert.That(numbers.Where(option => !_unit.IsMatch(option.Text) || !_bounds.IsMatch(option.Text)), Is.Empty);
        Assert.That(numbers, Has.Length.GreaterThanOrEqualTo(5));
    }

    [Test]
    public void Numbers_EveryOneThatIsRead_SaysWhatItCounts()
    {
        DocumentedMember[] numbers =
        [
            .. Documented.Where(member =>
                member.Symbol is IPropertySymbol { SetMethod: null or { DeclaredAccessibility: not Accessibility.Public } } property
                && IsNumber(property.Type)),
        ];

        Assert.That(numbers.Where(number => !_unit.IsMatch(number.Text)), Is.Empty);
        Assert.That(numbers, Has.Length.GreaterThanOrEqualTo(10));
    }

    [Test]
    public void ThreadSafety_EveryTypeButEnumerations_IsStated()
    {
        DocumentedMember[] types = [.. Documented.Where(member => member.Symbol is INamedTypeSymbol { TypeKind: not TypeKind.Enum })];

        Assert.That(types.Where(type => !_threads.IsMatch(type.Text)), Is.Empty);
        Assert.That(types, Has.Length.GreaterThanOrEqualTo(8));
    }

    private static bool IsNumber(ITypeSymbol type) =>
        type.ToDisplayString().TrimEnd('?') is "int" or "long" or "double" or "System.TimeSpan";

    /// <summary>Not set by whoever does not choose it, and derived then.</summary>
    private static bool IsChosen(DocumentedMember option) => option.Text.Contains("when not", StringComparison.OrdinalIgnoreCase);

    private static ImmutableArray<IParameterSymbol> Parameters(DocumentedMember method) => ((IMethodSymbol)method.Symbol).Parameters;

    private static string? About(DocumentedMember method, IParameterSymbol parameter) =>
        method.Documentation!.Elements("param").FirstOrDefault(text => text.Attribute("name")?.Value == parameter.Name)?.Value;

    private static string OwnerText(DocumentedMember method) =>
        DocumentedMember.All.First(member => SymbolEqualityComparer.Default.Equals(member.Symbol, method.Symbol.ContainingType)).Text;

    private static IEnumerable<string> TypeParameters(ISymbol member) => member switch
    {
        INamedTypeSymbol type => type.TypeParameters.Select(parameter => parameter.Name),
        IMethodSymbol method => method.TypeParameters.Select(parameter => parameter.Name),
        _ => [],
    };
}
