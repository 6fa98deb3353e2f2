using Benchmarker.Soak.Hostile;

namespace Easy.Logger.Tests.Journaling;

/// <summary>Links lead anywhere, and pipes: nothing is read, written or removed through one, but for the journal's folder.</summary>
[Platform("Linux")]
internal sealed class JournalLinkTests : SceneTests<JournalScene>
{
    /// <summary>Whoever opens a pipe waits for the other end of it.</summary>
    [Test]
    public void Activate_SegmentsAreAPipeAndALinkToOne_TheEventsAreForwarded()
    {
        string lane = Path.GetDirectoryName(Scene.Leave("a"))!;
        SystemTool.Run("mkfifo", Scene.Folder.File("pipe"));
        SystemTool.Run("mkfifo", Path.Combine(Scene.Journal, "pipe"));
        SystemTool.Run("mkfifo", Path.Combine(lane, Path.GetFileName(lane) + "-000007.segment"));
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

    /// <summary>A lane that cannot be taken over is reported, and keeps nothing from the others.</summary>
    [Test]
    public void Activate_OwnerIsALinkOrAPipe_IsReportedTheOthersAreForwardedAndWhatItLeadsToStaysAsItIs([Values] bool isPipe)
    {
        string lane = Path.GetDirectoryName(Scene.Leave("a"))!;
        string owner = Path.Combine(lane, "owner");
        Scene.Leave("b");
        string foreign = Scene.Folder.File("foreign");
        File.WriteAllText(foreign, "mine");
        File.Delete(owner);
        if (isPipe)
        {
            SystemTool.Run("mkfifo", owner);
        }
        else
        {
            File.CreateSymbolicLink(owner, foreign);
        }

        Directory.SetLastWriteTimeUtc(lane, DateTime.UtcNow.AddMinutes(-2)); // not being made

        AsyncBufferingForwardingAppender appender = Scene.Start(out GatedAppender child);
        child.AwaitCount(3);
        appender.Close();

        Assert.That(File.ReadAllText(foreign), Is.EqualTo("mine"));
        Assert.That(child.Messages[1], Is.EqualTo("b"));
        Assert.That(Scene.Complaints.Single(), Does.Contain(lane).And.Contain("cannot be taken over"));
    }
}
