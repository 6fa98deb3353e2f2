using System.Reflection;
using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.Conventions;

/// <summary>
/// What users ask for is either shown by a test whose name begins with the demand's code, or named in docs/design/faults.md as not ours,
/// with what to do instead.
/// </summary>
internal sealed class DemandTests
{
    private const string Heading = "## Demands that are not ours";

    private static readonly string[] _codes =
    [
        .. Range('A', 1, 10), .. Range('B', 1, 15), .. Range('C', 1, 7), .. Range('D', 1, 3), .. Range('E', 1, 11), .. Range('F', 1, 6),
        .. Range('G', 1, 10),
        .. Range('H', 1, 6), .. Range('I', 8, 10), .. Range('J', 1, 7), .. Range('K', 1, 8), .. Range('L', 1, 17), .. Range('M', 1, 5),
    ];

    /// <summary>The code that a test's name begins with.</summary>
    private static readonly Regex _tested = new("^([A-Z][0-9]+)_", RegexOptions.CultureInvariant);

    private static HashSet<string> Tested =>
    [
        .. typeof(DemandTests).Assembly.GetTypes()
            .SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly))
            .Where(method => method.GetCustomAttributes().Any(
                attribute => attribute is TestAttribute or TestCaseAttribute or TestCaseSourceAttribute))
            .Select(method => _tested.Match(method.Name))
            .Where(match => match.Success)
            .Select(match => match.Groups[1].Value)
    ];

    /// <summary>The cells of each row below the heading: the code, why it is not ours, what a user does instead.</summary>
    private static IReadOnlyList<string[]> Rows =>
    [
        .. File.ReadLines(Path.Combine(Repository.Root, "docs", "design", "faults.md"))
            .SkipWhile(line => line != Heading).Skip(1)
            .TakeWhile(line => !line.StartsWith("## ", StringComparison.Ordinal))
            .Where(line => line.StartsWith('|')).Skip(2)
            .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries))
    ];

    [Test]
    public void Demands_All_HaveATestOrARow()
    {
        IEnumerable<string> open = _codes.Except(Tested).Except(Rows.Select(row => row[0]));

        Assert.That(string.Join(' ', open), Is.Empty);
    }

    [Test]
    public void Rows_All_AreDemandsWithoutATest()
    {
        string[] codes = [.. Rows.Select(row => row[0])];

        Assert.That(codes, Is.Unique.And.SubsetOf(_codes));
        Assert.That(codes.Intersect(Tested), Is.Empty);
    }

    [Test]
    public void Rows_All_SayWhyAndWhatInstead()
    {
        Assert.That(Rows, Is.Not.Empty, $"docs/design/faults.md has a table below '{Heading}'");
        Assert.That(Rows.Where(row => row.Length != 3 || row.Any(cell => cell.Length == 0)).Select(row => row[0]), Is.Empty);
    }

    private static IEnumerable<string> Range(char chapter, int first, int last) =>
        Enumerable.Range(first, last - first + 1).Select(number => $"{chapter}{number}");
}
