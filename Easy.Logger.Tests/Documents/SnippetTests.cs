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

    [TestCase("ILog log = LogManager.GetLogger(typeof(Program));", 0)]
    [TestCase("ILog log = LogManager.GetLog(typeof(Program));", 1)]
    [TestCase("internal sealed class Service(ILogger<Service> log) { public void Run() => log.LogInformation(\"runs\"); }", 0)]
    public void Errors_OfASnippet_AreThoseOfTheCompiler(string code, int errors) =>
        Assert.That(CSharpSnippet.Errors(code), Has.Count.EqualTo(errors));

    [TestCase("""<appender name="A" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger"><buferSize value="3" />"""
        + """<appender-ref ref="B" /></appender>""", true)]
    [TestCase("""<appender name="A" type="Easy.Logger.NoAppender, Easy.Logger" />""", true)]
    [TestCase("""<bufferSize value="3" />""", false)]
    public void Problems_OfAConfiguration_AreThoseOfTheInternalLog(string xml, bool problems)
    {
        using ShownConfiguration shown = new(xml);

        Assert.That(shown.Problems, problems ? Is.Not.Empty : Is.Empty);
    }
}
