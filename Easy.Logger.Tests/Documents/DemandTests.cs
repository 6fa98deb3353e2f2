using System.Reflection;
using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.Documents;

/// <summary>The page of demands lists those that tests show.</summary>
[Category("Documents")]
internal sealed partial class DemandTests
{
    private const BindingFlags Methods = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.DeclaredOnly;

    private static string Page => File.ReadAllText(Path.Combine(Repository.Root, "docs", "design", "demands.md"));

    [Test]
    public void Demands_ShownByTests_AreThoseThatThePageSaysSoOf()
    {
        IEnumerable<string> shown = typeof(DemandTests).Assembly.GetTypes()
            .SelectMany(type => type.GetMethods(Methods).Append<MemberInfo>(type))
            .SelectMany(member => member.GetCustomAttributes<DemandAttribute>())
            .SelectMany(demand => demand.Properties[DemandAttribute.Name].Cast<string>())
            .Distinct();

        Assert.That(shown, Is.EquivalentTo(ShownByTests.Matches(Page).Select(row => row.Groups[1].Value)));
    }

    [GeneratedRegex(@"^\| (\w+) \|.*\| tests \|$", RegexOptions.Multiline)]
    private static partial Regex ShownByTests { get; }
}
