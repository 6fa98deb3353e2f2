namespace Easy.Logger.Tests.Journaling;

/// <summary>The end of an appender with a journal: what is left is neither lost, nor twice, nor reported as missing.</summary>
internal sealed class JournalEndTests : SceneTests<JournalScene>
{
    /// <summary>
    /// As with a destination that is slow: the appender has had its time, and then its last batch comes through after all.
    /// </summary>
    [Test]
    public void Close_ChildReturnsLater_EachEventComesOnceAndNothingIsReportedMissing()
    {
        string[] messages = [.. Enumerable.Range(0, 200).Select(i => $"{i}")];
        AsyncBufferingForwardingAppender first = Scene.Start(out GatedAppender slow, one => one.CloseTimeout = 1);
        slow.CloseGate();
        Array.ForEach(messages, message => first.DoAppend(Some.Event(message)));
        slow.AwaitEntry();
        first.Close();
        AsyncBufferingForwardingAppender second = Scene.Start(out GatedAppender child);
        slow.OpenGate();
        Eventually.Holds(() => first.Statistics.State == BufferState.Closed, "the first appender ends");
        second.Close();
        Scene.Start(out GatedAppender last).Flush(30_000);
        // The second one gets some of them where the first ends before it has looked.
        string[] All() => [.. slow.Messages.Concat(child.Messages).Concat(last.Messages)];
        Eventually.Holds(() => All().Count(IsNumber) >= messages.Length, "all events come");

        Assert.That(All().Where(IsNumber), Is.EqualTo(messages));
        Assert.That(All(), Has.None.Contains("missing"));
        Assert.That(Scene.Complaints, Is.Not.Empty.And.All.Contains("stay in the journal"));
        Assert.That(first.Statistics.DroppedFor(DropReason.LeftInJournal), Is.EqualTo(messages.Length - slow.Messages.Count));
        Assert.That(first.Statistics.DroppedFor(DropReason.Closing), Is.Zero);
    }

    /// <summary>The closing thread reads nothing, and a recovery under way ends.</summary>
    [Test]
    public void Close_MuchIsLeftOfEarlierRuns_IsInTimeAndTheRestIsFoundByTheNext()
    {
        const int Count = 20_000;
        JournalFiles.LeaveMany(Scene.Journal, Count, i => Some.Event($"{i}"));
        AsyncBufferingForwardingAppender first = Scene.Start(
            out GatedAppender slow, one => one.CloseTimeout = 100, isGateClosed: true);
        slow.AwaitEntry();

        Eventually.Returns(first.Close, "Close, whose child is stuck");

        slow.OpenGate();
        Eventually.Holds(() => first.Statistics.State == BufferState.Closed, "the first appender ends");
        Scene.Start(out GatedAppender child, one => one.BufferSize = 512);
        child.AwaitCount(Count - slow.Messages.Count(IsNumber) + 2);
        Assert.That(slow.Messages.Concat(child.Messages).Where(IsNumber), Is.EqualTo(Enumerable.Range(0, Count).Select(i => $"{i}")));
    }

    /// <summary>Two appenders, many sizes, events of earlier runs: nothing of any text is left on the disk.</summary>
    [Test]
    public void Close_EverythingForwarded_FolderIsEmpty()
    {
        Scene.Leave("a", "b");
        AsyncBufferingForwardingAppender first = Scene.Start(out _);
        AsyncBufferingForwardingAppender second = Scene.Start(out _);
        foreach (int length in new[] { 0, 10, 1_000, 100_000, 1_100_000, 2_000_000 })
        {
            first.DoAppend(Some.Event(new string('x', length)));
            second.DoAppend(Some.Event(new string('y', length)));
        }

        Eventually.Holds(() => first.Statistics.Recovered + second.Statistics.Recovered == 2, "the leftover is forwarded");
        first.Close();
        second.Close();

        Assert.That(Directory.GetFileSystemEntries(Scene.Journal), Is.Empty);
        Assert.That(Scene.Complaints, Is.Empty);
    }

    private static bool IsNumber(string message) => int.TryParse(message, out _);
}
