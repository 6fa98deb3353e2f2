using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Spill;
using ExitProbe;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>What a store keeps, gives back and gives up.</summary>
[Category("Loki")]
internal sealed class SpillStoreTests : SceneTests<SpillScene>
{
    [Test]
    public void TryAppend_AnySizes_ComeBackAsTheyWere([Values(0, 1, 15, 16, 17, 9_999, 100_000)] int bodyLength)
    {
        Scene.Append(Enumerable.Range(0, 5), bodyLength);
        Scene.Close();

        Assert.That(Scene.Take(), Is.EqualTo(Enumerable.Range(0, 5)));
        Assert.That(Scene.Reports, Is.Empty);
    }

    [Test]
    public void Remove_NothingPeeked_Throws()
    {
        Scene.Append([1, 2], bodyLength: 10);
        Assert.That(Scene.Store.Remove, Throws.InvalidOperationException);

        Scene.Take(1);
        Assert.That(Scene.Store.Remove, Throws.InvalidOperationException);
    }

    [Test]
    public void Remove_LastOfASegment_DeletesIt()
    {
        Scene.Append(Enumerable.Range(0, 20), bodyLength: 1000);
        int files = Scene.Files.Length;

        Scene.Take(9);
        Assert.That(Scene.Files, Has.Length.EqualTo(files - 1));

        Scene.Take();
        Assert.That(Scene.Files, Is.Empty);
        Assert.That((Scene.Store.IsEmpty, Scene.Store.Bytes, Scene.Store.Lines), Is.EqualTo((true, 0L, 0L)));
    }

    [Test]
    public void TryAppend_CapReached_DropsTheOldestSegmentsAndCountsTheirLines()
    {
        Scene.Open(maxBytes: 50_000, segmentBytes: 5_000);
        Scene.Append(Enumerable.Range(0, 200), bodyLength: 1000);
        long dropped = Scene.Store.DroppedLines;
        IReadOnlyList<int> left = Scene.Take();

        Assert.That(left, Is.EqualTo(Enumerable.Range(200 - left.Count, left.Count)));
        Assert.That(left, Has.Count.InRange(42, 48), "no more is dropped than has to be");
        Assert.That(dropped, Is.EqualTo(Enumerable.Range(0, 200 - left.Count).Sum(number => new NumberedPush(number).Lines)));
        Assert.That(Scene.Reports, Has.Count.EqualTo(1).And.One.Contains("50000 bytes it may hold: the oldest pushes are dropped"));
    }

    [Test]
    public void Open_CapIsSmallerThanBefore_DropsTheOldest()
    {
        Scene.Append(Enumerable.Range(0, 50), bodyLength: 1000);
        Scene.Open(maxBytes: 20_000, segmentBytes: 2_000);

        Assert.That(Scene.FileBytes, Is.LessThanOrEqualTo(20_000));
        Assert.That(Scene.Store.DroppedLines, Is.GreaterThan(0));
        Assert.That(Scene.Take(), Is.Ordered.And.Not.Empty.And.All.GreaterThan(25));
    }

    /// <summary>A segment is an eighth of all at most, whatever is asked for.</summary>
    [Test]
    public void TryAppend_SegmentsAsLargeAsTheCap_DropsASmallPart()
    {
        Scene.Open(maxBytes: 80_000, segmentBytes: int.MaxValue);
        Scene.Append(Enumerable.Range(0, 100), bodyLength: 1000);

        Assert.That(Scene.FileBytes, Is.InRange(65_000, 80_000));
    }

    [Test]
    public void TryAppend_PushLargerThanTheCap_IsRefusedAndCounted()
    {
        Scene.Open(maxBytes: 10_000, segmentBytes: 1_000);
        Scene.Append([1], bodyLength: 100);
        NumberedPush largest = new(2, 10_000 - SpillSegment.HeaderSize - SpillFrame.HeaderSize - new NumberedPush(2, 0).Head.Length);
        NumberedPush tooLarge = new(5, largest.Body.Length + 1);

        Assert.That(tooLarge.AppendTo(Scene.Store), Is.False);
        Assert.That(tooLarge.AppendTo(Scene.Store), Is.False);
        Assert.That((Scene.Store.RefusedLines, Scene.Store.DroppedLines), Is.EqualTo((2L * tooLarge.Lines, 0L)));
        Assert.That(Scene.Reports, Has.Count.EqualTo(1).And.One.Contains("is refused"));
        Assert.That(largest.AppendTo(Scene.Store), Is.True);
        Assert.That(Scene.Take(), Is.EqualTo((int[])[2]));
    }

    /// <summary>Whoever sends it has it in hand: it is not lost yet, and its bytes stay.</summary>
    [Test]
    public void TryAppend_DropsTheSegmentOfThePeekedPush_ThePushStays()
    {
        Scene.Open(maxBytes: 20_000, segmentBytes: 2_000);
        Scene.Append(Enumerable.Range(0, 10), bodyLength: 1000);
        Scene.Store.TryPeek(out SpilledPush push);
        Scene.Append(Enumerable.Range(10, 40), bodyLength: 1000);
        long lines = Scene.Store.Lines;
        long dropped = Scene.Store.DroppedLines;

        Assert.That((NumberedPush.NumberOf(push), Peeked()), Is.EqualTo((0, 0)));
        Scene.Store.Remove();
        Assert.That((Scene.Store.Lines, Scene.Store.DroppedLines), Is.EqualTo((lines - push.Lines, dropped)));
        Assert.That(Peeked(), Is.GreaterThan(30));
        Assert.That(lines + dropped, Is.EqualTo(Enumerable.Range(0, 50).Sum(number => new NumberedPush(number).Lines)));
    }

    [Test]
    public void Dispose_PeekedPushInNoSegment_IsCountedAsDropped()
    {
        SpillStore store = Scene.Open(maxBytes: 20_000, segmentBytes: 2_000);
        Scene.Append(Enumerable.Range(0, 10), bodyLength: 1000);
        store.TryPeek(out SpilledPush push);
        Scene.Append(Enumerable.Range(10, 40), bodyLength: 1000);
        long dropped = store.DroppedLines;
        Scene.Close();

        Assert.That(store.DroppedLines, Is.EqualTo(dropped + push.Lines));
    }

    [Test]
    public void Dispose_ThenAnything_DoesNothing()
    {
        SpillStore store = Scene.Store;
        Scene.Append([1], bodyLength: 10);
        store.TryPeek(out _);
        store.Dispose();
        store.Dispose();
        store.Remove();

        Assert.That(new NumberedPush(2).AppendTo(store), Is.False);
        Assert.That(store.TryPeek(out _), Is.False);
        Scene.Close();
        Assert.That(Scene.Take(), Is.EqualTo((int[])[1]));
    }

    [Test]
    public void TryAppend_NegativeLines_Throws() =>
        Assert.That(() => Scene.Store.TryAppend(-1, [], []), Throws.InstanceOf<ArgumentOutOfRangeException>());

    [Test]
    public void Open_FolderIsHeld_NamesTheOwner()
    {
        SpillStore first = Scene.Open(1_000_000, 10_000, owner: "appender 'loki' of process 4711");

        Assert.That(
            () => SpillStore.Open(Scene.Folder, "another one", 1000, 100, Scene.Reports.Add),
            Throws.InstanceOf<IOException>().With.Message.EqualTo($"the folder '{Scene.Folder}' is in use by appender 'loki' of process "
                + "4711"));
        first.Dispose();
        using SpillStore second = SpillStore.Open(Scene.Folder, "another one", 1000, 100, Scene.Reports.Add);
        Assert.That(
            () => SpillStore.Open(Scene.Folder, "a third one", 1000, 100, Scene.Reports.Add),
            Throws.InstanceOf<IOException>().With.Message.Contain("another one"));
    }

    [Test]
    public void Open_FolderCannotBeMade_Throws()
    {
        File.WriteAllText(Scene.Folder, "not a folder");

        Assert.That(() => Scene.Store, Throws.InstanceOf<IOException>());
    }

    private int Peeked() => Scene.Store.TryPeek(out SpilledPush push) ? NumberedPush.NumberOf(push) : -1;
}
