using System.Text.RegularExpressions;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Conventions;

/// <summary>The one thing of <c>dotnet format style</c> that the build does not check: System comes first, then the alphabet. A second look of the analyzers at everything takes a minute, this none.</summary>
internal sealed class UsingOrderTests
{
    private static readonly Regex _using = new(@"^using (static )?(\w+ = )?([\w.]+);", RegexOptions.CultureInvariant);

    [TestCase("using System;\nusing Easy.Logger;\nusing log4net;\nusing NUnit.Framework;", true)]
    [TestCase("using System;\nusing System.Text;\nusing static System.Math;", true)]
    [TestCase("using System;\nusing static System.Math;\nusing Alias = System.Text;", true)]
    [TestCase("using Alias = System.Text;\nusing static System.Math;", false)]
    [TestCase("using Easy.Logger;\nusing System;", false)]
    [TestCase("using log4net.Util;\nusing log4net.Core;", false)]
    [TestCase("using log4net;\nusing Easy.Logger;", false)]
    [TestCase("using log4net;\n#if NET\nusing Easy.Logger;\n#endif", true)]
    public void Pattern_Order_IsThatOfTheFormatter(string text, bool isRight) => Assert.That(Misplaced(text.Split('\n')), isRight ? Is.Empty : Is.Not.Empty);

    [Test]
    public void Sources_All_HaveTheirUsingsInOrder()
    {
        string[] sources = [.. Repository.Sources];

        Assert.That(sources.SelectMany(path => Misplaced(File.ReadAllLines(path)).Select(line => $"{Path.GetFileName(path)}: {line}")), Is.Empty);
        Assert.That(sources, Has.Length.GreaterThan(500));
    }

    /// <summary>Each directive that stands right behind one it belongs before.</summary>
    private static IEnumerable<string> Misplaced(string[] lines)
    {
        for (int i = 1; i < lines.Length; i++)
        {
            if (_using.Match(lines[i - 1]) is { Success: true } before && _using.Match(lines[i]) is { Success: true } after && string.CompareOrdinal(Key(before), Key(after)) > 0)
            {
                yield return lines[i];
            }
        }
    }

    private static string Key(Match directive)
    {
        string name = directive.Groups[3].Value;
        bool isSystem = name == "System" || name.StartsWith("System.", StringComparison.Ordinal);
        return $"{directive.Groups[2].Success}{directive.Groups[1].Success}{(isSystem ? 0 : 1)}{name.ToUpperInvariant()}";
    }
}
