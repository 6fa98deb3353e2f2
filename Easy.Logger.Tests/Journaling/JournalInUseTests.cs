using Benchmarker.Soak.Hostile;

namespace Easy.Logger.Tests.Journaling;

/// <summary>Somebody removes, moves or cuts the files of a journal that is in use, or the disk is full.</summary>
internal sealed class JournalInUseTests : SceneTests<JournalScene>
{
    /// <summary>Somebody may move it back: what is forwarded does not come a second time then.</summary>
    [Test]
    [Platform(Exclude = "Win", Reason = "files in use")]
    public void Append_FolderMoved_IsReportedOnceWhatComesIsJournaledAgainAndNothingIsLeftInItThatIsForwarded()
    {
        AssertComesBack(() => Directory.Move(Scene.Journal, Scene.Folder.File("moved")));

        Assert.That(JournalFiles.EventsIn(Scene.Folder.File("moved")), Is.Empty);
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "files in use")]
    public void Recover_FolderRemovedMeanwhile_WhatWasReadIsForwardedAndCounted()
    {
        string[] messages = [.. Enumerable.Range(0, 3).Select(i => new string((char)('a' + i), 400_000))];
        JournalFiles.LeaveMany(Scene.Journal, messages.Length, i => Some.Event(messages[i])); // the last one in a file of its own
        ManualTimeProvider clock = new();
        Scene.Start(out GatedAppender child, time: clock, isGateClosed: true);
        child.AwaitEntry();

        Directory.Delete(Scene.Journal, recursive: true);
        clock.Advance(TimeSpan.FromSeconds(2));
        child.OpenGate();

        Eventually.Holds(() => child.Messages is [.., var last] && last.Contains("are above", StringComparison.Ordinal), "it is over");
        Assert.That(child.Messages.Skip(1).SkipLast(1), Is.EqualTo(messages.SkipLast(1)));
        Assert.That(child.Messages[^1], Does.Contain("2 event(s)").And.Contain("at least 1 record(s) could not be read"));
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "files in use")]
    public void Append_SegmentRemoved_IsReportedOnceAndWhatComesIsJournaledAgain() =>
        AssertComesBack(() => File.Delete(Segments.Single(path => !IsEmpty(path))));

    /// <summary>One that is empty: where the process writes, a cut ends it.</summary>
    [Test]
    [Platform(Exclude = "Win", Reason = "files in use")]
    public void Append_SegmentCutBetweenTwoLooks_IsReportedOnceAndWhatComesIsJournaledAgain() =>
        AssertComesBack(() =>
        {
            using FileStream spare = new(Segments.First(IsEmpty), FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
            spare.SetLength(0);
        });

    /// <summary>As a deployment does it. The next run looks in the new folder.</summary>
    [Test]
    [Platform("Linux")]
    public void Append_FolderIsALinkThatIsSetToAnother_IsReportedOnceAndWhatComesIsJournaledThere()
    {
        string[] targets = [Scene.Folder.File("one"), Scene.Folder.File("two")];
        Array.ForEach(targets, target => Directory.CreateDirectory(target));
        Directory.CreateSymbolicLink(Scene.Journal, targets[0]);

        AssertComesBack(() =>
        {
            Directory.Delete(Scene.Journal);
            Directory.CreateSymbolicLink(Scene.Journal, targets[1]);
        });

        Assert.That(targets.SelectMany(Directory.GetFileSystemEntries), Is.Empty);
    }

    /// <summary>What does not fit is removed again: the log may be on the same disk.</summary>
    [Test]
    [Platform("Linux")]
    public void Activate_DiskIsFull_NothingIsLeftThereAndLoggingGoesOn()
    {
        if (!SmallDisk.CanMount)
        {
            Assert.Ignore("Only root may mount a small disk.");
        }

        SmallDisk.Mount(Scene.Folder.Path, "size=1500k");
        try
        {
            string disk = SmallDisk.PathIn(Scene.Folder.Path);
            using JournalScene scene = new() { Journal = Path.Combine(disk, "journal") };
            AsyncBufferingForwardingAppender appender = scene.Start(out GatedAppender child);

            Assert.That(Directory.GetFiles(disk, "*.segment", SearchOption.AllDirectories), Is.Empty);
            File.WriteAllBytes(Path.Combine(disk, "file.log"), new byte[1_400_000]);
            for (int i = 0; i < 100; i++)
            {
                appender.DoAppend(Some.Event($"{i}"));
            }

            appender.Flush(30_000);
            Assert.That(child.Messages, Is.EqualTo(Enumerable.Range(0, 100).Select(i => $"{i}")));
            Assert.That(appender.Statistics.Journal!.NotJournaledFor(JournalMiss.Full), Is.EqualTo(100));
            Assert.That(scene.Complaints, Has.Count.EqualTo(1).And.All.Contain("no room"));
            appender.Close();
            Assert.That(Directory.GetFileSystemEntries(scene.Journal), Is.Empty);
        }
        finally
        {
            SmallDisk.Unmount(Scene.Folder.Path);
        }
    }

    private string[] Segments => JournalFiles.SegmentsIn(Scene.Journal);

    private static bool IsEmpty(string segment) => File.ReadAllBytes(segment).All(value => value == 0);

    /// <summary>What comes in the moment in which there is no journal is queued all the same.</summary>
    private static bool IsJournaled(AsyncBufferingForwardingAppender appender, string message)
    {
        long before = appender.Statistics.Journal!.Journaled;
        appender.DoAppend(Some.Event(message));
        return appender.Statistics.Journal!.Journaled > before;
    }

    private void AssertComesBack(Action damage)
    {
        AsyncBufferingForwardingAppender appender = Scene.Start(
            out GatedAppender child, one => (one.IdleTime, one.BufferSize) = (3_600_000, 512));
        appender.DoAppend(Some.Event("before"));
        Assert.That(Scene.Left, Is.EqualTo(new[] { "before" }));

        damage();
        Eventually.Holds(() => appender.Statistics.Journal!.NotJournaledFor(JournalMiss.Damaged) == 1, "the worker has looked");
        Eventually.Holds(() => Segments.Length > 1 && IsJournaled(appender, "after"), "there is a journal again");

        Assert.That(Scene.Left, Is.EqualTo(new[] { "after" }));
        Assert.That(Scene.Complaints, Has.Exactly(1).Contains("removed, moved or cut while it was in use"));
        appender.DoAppend(Some.Event("urgent", Level.Error));
        Eventually.Holds(() => child.Messages.Contains("urgent"), "all is forwarded");
        Assert.That(child.Messages.Distinct(), Is.EqualTo(new[] { "before", "after", "urgent" }));
        appender.Close();
        Assert.That(Directory.GetFileSystemEntries(Scene.Journal), Is.Empty);
    }
}
