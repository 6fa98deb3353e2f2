namespace Easy.Logger.Tests.Documents;

/// <summary>The build checks the lines of the code.</summary>
[Category("Documents")]
internal sealed class LineLengthTests
{
    private const int Max = 140;
    private const int MaxOfTableRow = 220; // it cannot be broken

    [Test]
    public void Lines_OfAllDocuments_AreShort() => Assert.That(
        MarkdownFile.All.SelectMany(file => File.ReadLines(Path.Combine(Repository.Root, file.Name)).Where(IsLong)
            .Select(line => $"{file.Name}: {line}")),
        Is.Empty);

    private static bool IsLong(string line) => line.Length > (line.StartsWith('|') ? MaxOfTableRow : Max);
}
