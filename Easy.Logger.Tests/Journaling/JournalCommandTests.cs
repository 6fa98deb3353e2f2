using Benchmarker.Watch;

namespace Easy.Logger.Tests.Journaling;

/// <summary>The command that shows what is in a journal, and changes nothing there.</summary>
internal sealed class JournalCommandTests : FolderTests
{
    private string Journal => Folder.File("journal");

    [Test]
    public void Write_LanesOfAllKinds_SaysWhatARecoveryWouldDo([Values] bool prints)
    {
        JournalFiles.Leave(Journal, Some.Event("a"), Some.Event("b"));
        string attempted = JournalFiles.Leave(Journal, Some.Event("c"));
        byte[] buffer = [];
        using (SegmentReader reader = SegmentReader.Open(attempted, ref buffer))
        {
            reader.BeginAttempt(Segment.HeaderSize);
        }

        using Lane owned = Lane.Create(Journal);
        string before = Contents();

        using StringWriter output = new();
        new JournalListing(Journal, prints, output).Write();

        string text = output.ToString();
        Assert.That(
            text,
            Does.Contain("journal: 3 lane(s)").And.Contain("2 record(s), 2 not forwarded, 0 damaged, 0 attempt(s)")
                .And.Contain("1 attempt(s)")
                .And.Contain("owned by a running process").And.Contain("its owner is gone")
                .And.Contain("forwards 3 event(s)").And.Contain("forwards 1 segment(s) a few seconds after")
                .And.Contain("leaves 1 lane(s) alone"));
        Assert.That(text.Contains("test - a", StringComparison.Ordinal), Is.EqualTo(prints));
        Assert.That(Contents(), Is.EqualTo(before));
    }

    /// <summary>The owner's file cannot be read while it is locked.</summary>
    private string Contents() => string.Join(
        '\n',
        Directory.GetFileSystemEntries(Journal, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
            .Select(path => path.EndsWith(".segment", StringComparison.Ordinal)
                ? $"{path} {File.ReadAllBytes(path).Sum(value => value)}"
                : path));
}
