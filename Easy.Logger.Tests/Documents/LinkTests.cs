namespace Easy.Logger.Tests.Documents;

/// <summary>Links between the documents lead somewhere.</summary>
[Category("Documents")]
internal sealed class LinkTests
{
    private static IEnumerable<TestCaseData> Links =>
        MarkdownFile.All.SelectMany(file => file.Links.Distinct().Where(link => !IsWeb(link)).Select(
            link => new TestCaseData(file, link).SetArgDisplayNames(file.Name, link)));

    [TestCaseSource(nameof(Links))]
    public void Link_WithinTheRepository_LeadsSomewhere(MarkdownFile file, string link)
    {
        string[] parts = link.Split('#', 2);
        string target = parts[0].Length == 0 ? file.Name : Normal(Path.Combine(Path.GetDirectoryName(file.Name)!, parts[0]));

        Assert.That(Path.Exists(Path.Combine(Repository.Root, target)), Is.True, "there is such a file");
        if (parts.Length == 2)
        {
            Assert.That(MarkdownFile.Named(target).Anchors, Does.Contain(parts[1]), "there is such a heading");
        }
    }

    /// <summary>The packages' own pages show a document without the repository around it.</summary>
    [TestCase("README.md")]
    public void Readme_Documents_AreAllReachable(string readme)
    {
        string[] documents =
            [.. MarkdownFile.All.Select(file => file.Name).Where(name => name.StartsWith("docs/", StringComparison.Ordinal))];
        HashSet<string> reached = [readme];
        for (int before = 0; before != reached.Count;)
        {
            before = reached.Count;
            reached.UnionWith(
            [
                .. MarkdownFile.All.Where(file => reached.Contains(file.Name)).SelectMany(file => file.Links.Where(link => !IsWeb(link))
                    .Select(link => Normal(Path.Combine(Path.GetDirectoryName(file.Name)!, link.Split('#')[0])))),
            ]);
        }

        Assert.That(documents, Is.Not.Empty.And.SubsetOf(reached));
    }

    private static bool IsWeb(string link) => link.StartsWith("http", StringComparison.Ordinal);

    private static string Normal(string path) =>
        Path.GetRelativePath(Repository.Root, Path.GetFullPath(path, Repository.Root)).Replace('\\', '/');
}
