using Benchmarker.Soak.Hostile;

namespace Easy.Logger.Tests.Journaling;

/// <summary>Links lead anywhere: nothing is read, written or removed through one, but for the journal's folder.</summary>
[Platform("Linux")]
internal sealed class JournalLinkTests : SceneTests<JournalScene>
{
    [Test]
    public void Activate_SegmentIsALinkToAPipe_TheEventsAreForwarded()
    {
        string lane = Path.GetDirectoryName(Scene.Leave("a"))!;
        SystemTool.Run("mkfifo", Scene.Folder.File("pipe"));
        File.CreateSymbolicLink(Path.Combine(lane, Path.GetFileName(lane) + "-000000.segment"), Scene.Folder.File("pipe"));

        Scene.Start(out GatedAppender child);

        try
        {
            child.AwaitCount(3);
            Assert.That(child.Messages[1], Is.EqualTo("a"));
        }
        finally
        {
            using FileStream writer = new(Scene.Folder.File("pipe"), FileMode.Open, FileAccess.ReadWrite); // frees whoever reads
        }
    }

    [Test]
    public void Activate_OwnerIsALink_TheFileThatItLeadsToStaysAsItIs()
    {
        string owner = Path.Combine(Path.GetDirectoryName(Scene.Leave("a"))!, "owner");
        Scene.Leave("b");
        File.Delete(owner);
        string foreign = Scene.Folder.File("foreign");
        File.WriteAllText(foreign, "mine");
        File.CreateSymbolicLink(owner, foreign);

        AsyncBufferingForwardingAppender appender = Scene.Start(out GatedAppender child);
        child.AwaitCount(3);
        appender.Close();

        Assert.That(File.ReadAllText(foreign), Is.EqualTo("mine"));
        Assert.That(child.Messages, Has.Member("b"));
        Assert.That(Scene.Complaints.Single(), Does.Contain(Path.GetDirectoryName(owner)).And.Contain("cannot be taken over"));
    }

    [Test]
    public void Activate_LaneIsALink_TheFolderThatItLeadsToStaysAsItIs()
    {
        string lane = Path.GetDirectoryName(Scene.Leave("a"))!;
        string foreign = Scene.Folder.File("foreign");
        Directory.Move(lane, foreign);
        Directory.CreateSymbolicLink(lane, foreign);
        string[] before = Directory.GetFiles(foreign);
        Scene.Leave("b");

        AsyncBufferingForwardingAppender appender = Scene.Start(out GatedAppender child);
        child.AwaitCount(3);
        appender.Close();

        Assert.That(child.Messages, Has.Member("b").And.No.Member("a"));
        Assert.That(Directory.GetFiles(foreign), Is.EquivalentTo(before));
    }

    /// <summary>As a deployment does it. The next run looks in the new folder.</summary>
    [Test]
    public void Append_FolderIsALinkThatIsSetToAnother_WhatComesIsJournaledThere()
    {
        string[] targets = [Scene.Folder.File("one"), Scene.Folder.File("two")];
        Array.ForEach(targets, target => Directory.CreateDirectory(target));
        Directory.CreateSymbolicLink(Scene.Journal, targets[0]);
        AsyncBufferingForwardingAppender appender = Scene.Start(
            out GatedAppender child, one => (one.IdleTime, one.BufferSize) = (3_600_000, 512));
        appender.DoAppend(Some.Event("before"));

        Directory.Delete(Scene.Journal);
        Directory.CreateSymbolicLink(Scene.Journal, targets[1]);
        Eventually.Holds(() => appender.Statistics.Journal!.NotJournaledFor(JournalMiss.Damaged) == 1, "the worker has looked");
        Eventually.Holds(() => appender.Statistics.Journal!.IsInUse, "there is a journal again");
        appender.DoAppend(Some.Event("after"));

        Assert.That(Scene.Left, Is.EqualTo(new[] { "after" }));
        appender.Close();
        Assert.That(child.Messages, Is.EqualTo(new[] { "before", "after" }));
        Assert.That(Scene.Complaints, Has.Count.EqualTo(1).And.All.Contain("removed, moved or cut while it was in use"));
        Assert.That(targets.SelectMany(Directory.GetFileSystemEntries), Is.Empty);
    }
}
