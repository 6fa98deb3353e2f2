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

    private static readonly string[] _languages = ["csharp", "json", "sh", "xml"];

    /// <summary>A path, or a project by the name of its folder.</summary>
    private static readonly Regex _path = new(@"(?:^|\s)(?:--project ([\w./-]+)|((?:[\w.-]+/)+[\w.-]+))", RegexOptions.CultureInvariant);

    private static IEnumerable<CodeBlock> All => MarkdownFile.All.SelectMany(file => file.Blocks);

    private static IEnumerable<CodeBlock> CSharp => All.Where(block => block.Language == "csharp");

    private static IEnumerable<CodeBlock> Xml => All.Where(block => block.Language == "xml");

    private static IEnumerable<CodeBlock> Commands => All.Where(block => block.Language == "sh");

    private static IEnumerable<CodeBlock> Json => All.Where(block => block.Language == "json");

    [Test]
    public void Blocks_All_AreInALanguageThatIsChecked() => Assert.That(All.Where(block => !_languages.Contains(block.Language)), Is.Empty);

    [TestCaseSource(nameof(CSharp))]
    public void CSharp_Shown_Compiles(CodeBlock block) => Assert.That(CSharpSnippet.Errors(block.Text), Is.Empty);

    [TestCaseSource(nameof(Xml))]
    public void Xml_Shown_LoadsWithoutAProblem(CodeBlock block)
    {
        if (XElement.Parse($"<block>{block.Text}</block>").Elements()
            .First().Name.LocalName is "Project" or "PropertyGroup" or "ItemGroup" or "PackageReference")
        {
            return; // a project file: that it is well formed is all there is to check
        }

        using ShownConfiguration shown = new(block.Text);

        Assert.That(shown.Problems, _foreign.Contains(block.Label) ? Is.Not.Empty : Is.Empty);
        Assert.That(shown.Hierarchy.GetAppenders(), _foreign.Contains(block.Label) ? Is.Empty : Is.Not.Empty);
    }

    [TestCaseSource(nameof(Json))]
    public void Json_Shown_CanBeRead(CodeBlock block) =>
        Assert.That(
            () => JsonDocument.Parse(block.Text, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip }).Dispose(),
            Throws.Nothing);

    [TestCaseSource(nameof(Commands))]
    public void Command_Shown_NamesWhatIsThere(CodeBlock block)
    {
        IEnumerable<string> named =
            block.Text.Split('\n').SelectMany(line => _path.Matches(line)).Select(match => match.Groups[1].Value + match.Groups[2].Value);

        Assert.That(
            named.Where(path => !Path.Exists(Path.Combine(Repository.Root, path)) && !path.StartsWith("http", StringComparison.Ordinal)),
            Is.Empty);
    }

    [Test]
    public void Errors_OfASnippet_AreThoseOfTheCompiler() =>
        Assert.That(CSharpSnippet.Errors("ILog log = LogManager.GetLog(typeof(Program));"), Has.Count.EqualTo(1));

    [Test]
    public void Problems_OfAConfiguration_AreThoseOfTheInternalLog()
    {
        using ShownConfiguration shown = new("""<buferSize value="3" />""");

        Assert.That(shown.Problems, Is.Not.Empty);
    }
}
