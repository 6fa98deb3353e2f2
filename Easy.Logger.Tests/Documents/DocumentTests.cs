namespace Easy.Logger.Tests.Documents;

/// <summary>What the documents show works: C# compiles, configurations load, commands name what is there, links lead somewhere.</summary>
[Category("Documents")]
internal sealed class DocumentTests
{
    private const int Max = 140;
    private const int MaxOfTableRow = 220; // it cannot be broken

    /// <summary>Shown to say what is to be replaced: their types are another library's, which is not there.</summary>
    private static readonly string[] _foreign = ["log4net-async-ring-before", "log4net-async-parallel-before"];

    /// <summary>Project files: that they are well formed is all there is to check.</summary>
    private static readonly string[] _projects = ["Project", "PropertyGroup", "ItemGroup", "PackageReference"];

    /// <summary>A path, or a project by the name of its folder.</summary>
    private static readonly Regex _path = new(@"(?:^|\s)(?:--project ([\w./-]+)|((?:[\w.-]+/)+[\w.-]+))", RegexOptions.CultureInvariant);

    private static readonly JsonDocumentOptions _withComments = new() { CommentHandling = JsonCommentHandling.Skip };

    private static IEnumerable<CodeBlock> All => MarkdownFile.All.SelectMany(file => file.Blocks);

    private static IEnumerable<TestCaseData> Links => MarkdownFile.All.SelectMany(
        file => LinksOf(file).Select(link => new TestCaseData(file, link).SetArgDisplayNames(file.Name, link)));

    [TestCaseSource(nameof(All))]
    public void Block_Shown_Works(CodeBlock block)
    {
        switch (block.Language)
        {
            case "csharp":
                Assert.That(CSharpSnippet.Errors(block.Text), Is.Empty);
                break;
            case "json":
                Assert.That(() => JsonDocument.Parse(block.Text, _withComments).Dispose(), Throws.Nothing);
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

    [TestCaseSource(nameof(Links))]
    public void Link_WithinTheRepository_LeadsSomewhere(MarkdownFile file, string link)
    {
        string target = TargetOf(file, link);

        Assert.That(Path.Exists(Path.Combine(Repository.Root, target)), Is.True, "there is such a file");
        if (link.Split('#', 2) is [_, var heading])
        {
            Assert.That(MarkdownFile.Named(target).Anchors, Does.Contain(heading), "there is such a heading");
        }
    }

    [Test]
    public void Lines_OfAllDocuments_AreShort() => Assert.That(
        MarkdownFile.All.SelectMany(file => File.ReadLines(Path.Combine(Repository.Root, file.Name)).Where(IsLong)
            .Select(line => $"{file.Name}: {line}")),
        Is.Empty);

    [Test]
    public void Log4NetAspNetCore_EveryOption_IsInTheTable() => Assert.That(
        MarkdownFile.Named("docs/migrating/from-log4net-aspnetcore.md").Rows("Log4Net.AspNetCore")
            .SelectMany(row => Regex.Matches(row[0], "`(\\w+)`").Select(match => match.Groups[1].Value)),
        Is.EquivalentTo(typeof(Microsoft.Extensions.Logging.Log4NetProviderOptions).GetProperties().Select(option => option.Name)));

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

    private static bool IsLong(string line) => line.Length > (line.StartsWith('|') ? MaxOfTableRow : Max);

    private static IEnumerable<string> LinksOf(MarkdownFile file) =>
        file.Links.Distinct().Where(link => !link.StartsWith("http", StringComparison.Ordinal));

    private static string TargetOf(MarkdownFile file, string link) => link.StartsWith('#')
        ? file.Name
        : MarkdownFile.NameOf(Path.GetFullPath(Path.Combine(Path.GetDirectoryName(file.Name)!, link.Split('#')[0]), Repository.Root));
}
