using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Easy.Logger.Tests.Documents;

/// <summary>What the documents show works: C# compiles, configurations load, commands name what is there.</summary>
[Category("Documents")]
internal sealed class SnippetTests
{
    /// <summary>Shown to say what is to be replaced: their types are another library's, which is not there.</summary>
    private static readonly string[] _foreign = ["log4net-async-ring-before", "log4net-async-parallel-before"];

    /// <summary>Project files: that they are well formed is all there is to check.</summary>
    private static readonly string[] _projects = ["Project", "PropertyGroup", "ItemGroup", "PackageReference"];

    /// <summary>A path, or a project by the name of its folder.</summary>
    private static readonly Regex _path = new(@"(?:^|\s)(?:--project ([\w./-]+)|((?:[\w.-]+/)+[\w.-]+))", RegexOptions.CultureInvariant);

    private static IEnumerable<CodeBlock> All => MarkdownFile.All.SelectMany(file => file.Blocks);

    [TestCaseSource(nameof(All))]
    public void Block_Shown_Works(CodeBlock block)
    {
        switch (block.Language)
        {
            case "csharp":
                Assert.That(CSharpSnippet.Errors(block.Text), Is.Empty);
                break;
            case "json":
                Assert.That(() => JsonDocument.Parse(block.Text, new() { CommentHandling = JsonCommentHandling.Skip }), Throws.Nothing);
                break;
            case "sh":
                Assert.That(PathsOf(block).Where(path => !Path.Exists(Path.Combine(Repository.Root, path))), Is.Empty);
                break;
            case "xml":
                AssertLoads(block);
                break;
            default:
                Assert.Fail($"Nothing checks the language '{block.Language}'.");
                break;
        }
    }

    [Test]
    public void Errors_OfASnippetOrAConfiguration_AreThoseOfTheCompilerOrTheInternalLog()
    {
        Assert.That(CSharpSnippet.Errors("ILog log = LogManager.GetLog(typeof(Program));"), Has.Count.EqualTo(1));
        using ShownConfiguration shown = new("""<buferSize value="3" />""");
        Assert.That(shown.Problems, Is.Not.Empty);
    }

    private static void AssertLoads(CodeBlock block)
    {
        if (_projects.Contains(XElement.Parse($"<block>{block.Text}</block>").Elements().First().Name.LocalName))
        {
            return;
        }

        using ShownConfiguration shown = new(block.Text);
        bool isForeign = _foreign.Contains(block.Label);
        Assert.That(shown.Problems, isForeign ? Is.Not.Empty : Is.Empty);
        Assert.That(shown.Scene.Appenders, isForeign ? Is.Empty : Is.Not.Empty);
    }

    private static IEnumerable<string> PathsOf(CodeBlock block) => block.Text.Split('\n').SelectMany(line => _path.Matches(line))
        .Select(match => match.Groups[1].Value + match.Groups[2].Value)
        .Where(path => !path.StartsWith("http", StringComparison.Ordinal));
}
