using System.Reflection;
using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.Conventions;

/// <summary>
/// Whatever a user of a package can see is documented, in sentences: what it is, the unit, bounds and default of what can be set, what becomes of bad input, and who may
/// call it at the same time.
/// </summary>
internal sealed class DocumentationTests
{
    /// <summary>What a number counts or measures.</summary>
    private static readonly Regex _unit = new(
        "millisecond|second|byte|event|batch|call|line|packet|attempt|share|per cent|identifier", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase);

    private static readonly Regex _bounds = new(@"\d[\d,]* to \d|at least|-1|negative|positive|any value", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase);

    private static readonly Regex _threads = new("any thread|one thread|immutable|stateless", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase);

    private readonly NullabilityInfoContext _nullability = new();

    private static IEnumerable<DocumentedMember> Told => DocumentedMember.All.Where(member => member.Documentation is not null && !member.IsInherited);

    private static IEnumerable<DocumentedMember> Methods => Told.Where(member => member.Member is MethodBase);

    /// <summary>What a user sets: a public setter that is not only for the making of the object.</summary>
    private static IEnumerable<DocumentedMember> Options => Told.Where(member => member.Member is PropertyInfo { SetMethod.IsPublic: true });

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
        Assert.That(DocumentedMember.Shipped.Select(assembly => seen.Count(id => id.Contains(assembly.GetName().Name!, StringComparison.Ordinal))), Is.All.GreaterThan(5));
    }

    [Test]
    public void Summary_EveryVisibleTypeAndMember_EndsWithAFullStop() => Assert.That(Told.Where(member => member.Summary?.EndsWith('.') == false), Is.Empty);

    [Test]
    public void Parameters_EveryVisibleMethod_AreDescribed() => Assert.That(
        Methods.SelectMany(method => Parameters(method).Where(parameter => string.IsNullOrWhiteSpace(About(method, parameter))).Select(parameter => $"{method}: {parameter.Name}")),
        Is.Empty);

    [Test]
    public void TypeParameters_EveryVisibleTypeAndMethod_AreDescribed() => Assert.That(
        Told.SelectMany(member => TypeParameters(member.Member)
            .Where(name => !member.Documentation!.Elements("typeparam").Any(text => text.Attribute("name")?.Value == name))
            .Select(name => $"{member}: {name}")),
        Is.Empty);

    [Test]
    public void Results_EveryVisibleMethodThatHasOne_AreDescribed() => Assert.That(
        Methods.Where(method => method.Member is MethodInfo { ReturnType: { } result } && result != typeof(void) && method.Documentation!.Element("returns") is null),
        Is.Empty);

    /// <summary>Bad input: what becomes of a null where none is expected.</summary>
    [Test]
    public void Errors_EveryParameterThatMustBeThere_SayWhatNullDoes() => Assert.That(
        Methods.SelectMany(method => Parameters(method)
            .Where(parameter => !parameter.ParameterType.IsValueType && _nullability.Create(parameter).WriteState == NullabilityState.NotNull)
            .Where(_ => !method.Text.Contains("null", StringComparison.Ordinal) && !OwnerText(method).Contains("null", StringComparison.Ordinal))
            .Select(parameter => $"{method}: {parameter.Name}")),
        Is.Empty);

    [Test]
    public void Options_EveryOne_SaysItsDefault() => Assert.That(Options.Where(option => !option.Text.Contains("default", StringComparison.OrdinalIgnoreCase) && !IsChosen(option)), Is.Empty);

    [Test]
    public void Options_EveryNumberAndTime_SaysItsUnitAndBounds()
    {
        DocumentedMember[] numbers = [.. Options.Where(option => IsNumber(((PropertyInfo)option.Member).PropertyType))];

        Assert.That(numbers.Where(option => !_unit.IsMatch(option.Text) || !_bounds.IsMatch(option.Text)), Is.Empty);
        Assert.That(numbers, Has.Length.GreaterThanOrEqualTo(5));
    }

    [Test]
    public void Numbers_EveryOneThatIsRead_SaysWhatItCounts()
    {
        DocumentedMember[] numbers =
        [
            .. Told.Where(member => member.Member is PropertyInfo { SetMethod: null or { IsPublic: false } } property && IsNumber(property.PropertyType)),
        ];

        Assert.That(numbers.Where(number => !_unit.IsMatch(number.Text)), Is.Empty);
        Assert.That(numbers, Has.Length.GreaterThanOrEqualTo(10));
    }

    [Test]
    public void ThreadSafety_EveryTypeButEnumerations_IsStated()
    {
        DocumentedMember[] types = [.. Told.Where(member => member.Member is Type { IsEnum: false })];

        Assert.That(types.Where(type => !_threads.IsMatch(type.Text)), Is.Empty);
        Assert.That(types, Has.Length.GreaterThanOrEqualTo(8));
    }

    private static bool IsNumber(Type type) =>
        (Nullable.GetUnderlyingType(type) ?? type) is { } plain && (plain == typeof(int) || plain == typeof(long) || plain == typeof(double) || plain == typeof(TimeSpan));

    /// <summary>Not set by whoever does not choose it, and derived then.</summary>
    private static bool IsChosen(DocumentedMember option) => option.Text.Contains("when not", StringComparison.OrdinalIgnoreCase);

    private static ParameterInfo[] Parameters(DocumentedMember method) => ((MethodBase)method.Member).GetParameters();

    private static string? About(DocumentedMember method, ParameterInfo parameter) =>
        method.Documentation!.Elements("param").FirstOrDefault(text => text.Attribute("name")?.Value == parameter.Name)?.Value;

    private static string OwnerText(DocumentedMember method) =>
        DocumentedMember.All.First(member => Equals(member.Member, method.Member.DeclaringType)).Text;

    private static IEnumerable<string> TypeParameters(MemberInfo member) => member switch
    {
        Type type => type.GetGenericArguments().Select(argument => argument.Name),
        MethodInfo method => method.GetGenericArguments().Select(argument => argument.Name),
        _ => [],
    };
}
