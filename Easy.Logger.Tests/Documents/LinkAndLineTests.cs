namespace Easy.Logger.Tests.Documents;

/// <summary>Links between the documents lead somewhere, and their lines are short; those of the code the build checks.</summary>
[Category("Documents")]
internal sealed class LinkAndLineTests
{
    private const int Max = 140;
    private const int MaxOfTableRow = 220; // it cannot be broken

    private static IEnumerable<TestCaseData> Links => MarkdownFile.All.SelectMany(
        file => LinksOf(file).Select(link => new TestCaseData(file, link).SetArgDisplayNames(file.Name, link)));

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

    /// <summary>The packages' own pages show a document without the repository around it.</summary>
    [Test]
    public void Readme_Documents_AreAllReachable()
    {
        IEnumerable<string> documents =
            MarkdownFile.All.Select(file => file.Name).Where(name => name.StartsWith("docs/", StringComparison.Ordinal));
        HashSet<string> reached = ["README.md"];
        for (int before = 0; before != reached.Count;)
        {
            before = reached.Count;
            MarkdownFile[] files = [.. MarkdownFile.All.Where(file => reached.Contains(file.Name))];
            reached.UnionWith(files.SelectMany(file => LinksOf(file).Select(link => TargetOf(file, link))));
        }

        Assert.That(documents, Is.Not.Empty.And.SubsetOf(reached));
    }

    [Test]
    public void Lines_OfAllDocuments_AreShort() => Assert.That(
        MarkdownFile.All.SelectMany(file => File.ReadLines(Path.Combine(Repository.Root, file.Name)).Where(IsLong)
            .Select(line => $"{file.Name}: {line}")),
        Is.Empty);

    private static bool IsLong(string line) => line.Length > (line.StartsWith('|') ? MaxOfTableRow : Max);

    private static IEnumerable<string> LinksOf(MarkdownFile file) =>
        file.Links.Distinct().Where(link => !link.StartsWith("http", StringComparison.Ordinal));

    private static string TargetOf(MarkdownFile file, string link) => link.StartsWith('#')
        ? file.Name
        : MarkdownFile.NameOf(Path.GetFullPath(Path.Combine(Path.GetDirectoryName(file.Name)!, link.Split('#')[0]), Repository.Root));
}
