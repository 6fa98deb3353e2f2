using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Spill;
using ExitProbe;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>What a store keeps, gives back and gives up.</summary>
[Category("Loki")]
internal sealed class SpillStoreTests
{
    private readonly SpillScene _scene = new();

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    public void TryPeek_SeveralSegments_GivesWhatCameFirst()
    {
        _scene.Append(Enumerable.Range(0, 50), bodyLength: 1000);

        Assert.That(_scene.Files, Has.Length.GreaterThan(4));
        Assert.That(_scene.Take(), Is.EqualTo(Enumerable.Range(0, 50)));
        Assert.That(_scene.Reports, Is.Empty);
    }

    [Test]
    public void TryPeek_AfterRestarts_GoesOnBehindWhatWasRemoved()
    {
        List<int> taken = [];
        for (int run = 0; run < 10; run++)
        {
            _scene.Append(Enumerable.Range(run * 20, 20), bodyLength: 1000);
            taken.AddRange(_scene.Take(13));
            long lines = _scene.Store.Lines;
            _scene.Close();

            Assert.That(_scene.Store.Lines, Is.EqualTo(lines));
        }

        taken.AddRange(_scene.Take());

        Assert.That(taken, Is.EqualTo(Enumerable.Range(0, 200)));
        Assert.That(_scene.Reports, Is.Empty);
    }

    [Test]
    public void TryAppend_AnySizes_ComeBackAsTheyWere([Values(0, 1, 15, 16, 17, 9_999, 100_000)] int bodyLength)
    {
        _scene.Append(Enumerable.Range(0, 5), bodyLength);
        _scene.Close();

        Assert.That(_scene.Take(), Is.EqualTo(Enumerable.Range(0, 5)));
    }

    [Test]
    public void TryPeek_NotRemoved_GivesTheSameAgain()
    {
        _scene.Append([1, 2], bodyLength: 10);

        Assert.That(Peeked(), Is.EqualTo(1));
        Assert.That(Peeked(), Is.EqualTo(1));
    }

    [Test]
    public void Remove_NothingPeeked_Throws()
    {
        _scene.Append([1, 2], bodyLength: 10);
        Assert.That(_scene.Store.Remove, Throws.InvalidOperationException);

        _scene.Take(1);
        Assert.That(_scene.Store.Remove, Throws.InvalidOperationException);
    }

    [Test]
    public void Remove_LastOfASegment_DeletesIt()
    {
        _scene.Append(Enumerable.Range(0, 20), bodyLength: 1000);
        int files = _scene.Files.Length;

        _scene.Take(9);
        Assert.That(_scene.Files, Has.Length.EqualTo(files - 1));

        _scene.Take();
        Assert.That(_scene.Files, Is.Empty);
        Assert.That((_scene.Store.IsEmpty, _scene.Store.Bytes, _scene.Store.Lines), Is.EqualTo((true, 0L, 0L)));
    }

    [Test]
    public void Properties_WhatWaits_IsCounted()
    {
        Assert.That(_scene.Store.IsEmpty, Is.True);
        _scene.Append(Enumerable.Range(0, 30), bodyLength: 1000);
        _scene.Take(7);
        int lines = Enumerable.Range(7, 23).Sum(number => new NumberedPush(number).Lines);

        Assert.That((_scene.Store.IsEmpty, _scene.Store.Lines, _scene.Store.Bytes), Is.EqualTo((false, (long)lines, _scene.FileBytes)));
        Assert.That((_scene.Store.DroppedLines, _scene.Store.RefusedLines), Is.EqualTo((0L, 0L)));
    }

    [Test]
    public void TryAppend_CapReached_DropsTheOldestSegmentsAndCountsTheirLines()
    {
        _scene.Open(maxBytes: 50_000, segmentBytes: 5_000);
        _scene.Append(Enumerable.Range(0, 200), bodyLength: 1000);
        long dropped = _scene.Store.DroppedLines;
        IReadOnlyList<int> left = _scene.Take();

        Assert.That(left, Is.EqualTo(Enumerable.Range(200 - left.Count, left.Count)));
        Assert.That(left, Has.Count.InRange(42, 48), "no more is dropped than has to be");
        Assert.That(dropped, Is.EqualTo(Enumerable.Range(0, 200 - left.Count).Sum(number => new NumberedPush(number).Lines)));
        Assert.That(_scene.Reports, Has.Count.EqualTo(1).And.One.Contains("50000 bytes it may hold: the oldest pushes are dropped"));
    }

    [Test]
    public void Open_CapIsSmallerThanBefore_DropsTheOldest()
    {
        _scene.Append(Enumerable.Range(0, 50), bodyLength: 1000);
        _scene.Open(maxBytes: 20_000, segmentBytes: 2_000);

        Assert.That(_scene.FileBytes, Is.LessThanOrEqualTo(20_000));
        Assert.That(_scene.Store.DroppedLines, Is.GreaterThan(0));
        Assert.That(_scene.Take(), Is.Ordered.And.Not.Empty.And.All.GreaterThan(25));
    }

    /// <summary>A segment is an eighth of all at most, whatever is asked for.</summary>
    [Test]
    public void TryAppend_SegmentsAsLargeAsTheCap_DropsASmallPart()
    {
        _scene.Open(maxBytes: 80_000, segmentBytes: int.MaxValue);
        _scene.Append(Enumerable.Range(0, 100), bodyLength: 1000);

        Assert.That(_scene.FileBytes, Is.InRange(65_000, 80_000));
    }

    [Test]
    public void TryAppend_PushLargerThanTheCap_IsRefusedAndCounted()
    {
        _scene.Open(maxBytes: 10_000, segmentBytes: 1_000);
        _scene.Append([1], bodyLength: 100);
        NumberedPush largest = new(2, 10_000 - SpillSegment.HeaderSize - SpillFrame.HeaderSize - new NumberedPush(2, 0).Head.Length);
        NumberedPush tooLarge = new(5, largest.Body.Length + 1);

        Assert.That(tooLarge.AppendTo(_scene.Store), Is.False);
        Assert.That(tooLarge.AppendTo(_scene.Store), Is.False);
        Assert.That((_scene.Store.RefusedLines, _scene.Store.DroppedLines), Is.EqualTo((2L * tooLarge.Lines, 0L)));
        Assert.That(_scene.Reports, Has.Count.EqualTo(1).And.One.Contains("is refused"));
        Assert.That(largest.AppendTo(_scene.Store), Is.True);
        Assert.That(_scene.Take(), Is.EqualTo((int[])[2]));
    }

    /// <summary>Whoever sends it has it in hand: it is not lost yet, and its bytes stay.</summary>
    [Test]
    public void TryAppend_DropsTheSegmentOfThePeekedPush_ThePushStays()
    {
        _scene.Open(maxBytes: 20_000, segmentBytes: 2_000);
        _scene.Append(Enumerable.Range(0, 10), bodyLength: 1000);
        _scene.Store.TryPeek(out SpilledPush push);
        _scene.Append(Enumerable.Range(10, 40), bodyLength: 1000);
        long lines = _scene.Store.Lines;
        long dropped = _scene.Store.DroppedLines;

        Assert.That((NumberedPush.NumberOf(push), Peeked()), Is.EqualTo((0, 0)));
        _scene.Store.Remove();
        Assert.That((_scene.Store.Lines, _scene.Store.DroppedLines), Is.EqualTo((lines - push.Lines, dropped)));
        Assert.That(Peeked(), Is.GreaterThan(30));
        Assert.That(lines + dropped, Is.EqualTo(Enumerable.Range(0, 50).Sum(number => new NumberedPush(number).Lines)));
    }

    [Test]
    public void Dispose_PeekedPushInNoSegment_IsCountedAsDropped()
    {
        SpillStore store = _scene.Open(maxBytes: 20_000, segmentBytes: 2_000);
        _scene.Append(Enumerable.Range(0, 10), bodyLength: 1000);
        store.TryPeek(out SpilledPush push);
        _scene.Append(Enumerable.Range(10, 40), bodyLength: 1000);
        long dropped = store.DroppedLines;
        _scene.Close();

        Assert.That(store.DroppedLines, Is.EqualTo(dropped + push.Lines));
    }

    [Test]
    public void Dispose_ThenAnything_DoesNothing()
    {
        SpillStore store = _scene.Store;
        _scene.Append([1], bodyLength: 10);
        store.TryPeek(out _);
        store.Dispose();
        store.Dispose();
        store.Remove();

        Assert.That(new NumberedPush(2).AppendTo(store), Is.False);
        Assert.That(store.TryPeek(out _), Is.False);
        _scene.Close();
        Assert.That(_scene.Take(), Is.EqualTo((int[])[1]));
    }

    [Test]
    public void TryAppend_NegativeLines_Throws() =>
        Assert.That(() => _scene.Store.TryAppend(-1, [], []), Throws.InstanceOf<ArgumentOutOfRangeException>());

    [Test]
    public void Open_FolderIsHeld_NamesTheOwner()
    {
        SpillStore first = _scene.Open(1_000_000, 10_000, owner: "appender 'loki' of process 4711");

        Assert.That(
            () => SpillStore.Open(_scene.Folder, "another one", 1000, 100, _scene.Reports.Add),
            Throws.InstanceOf<IOException>().With.Message.EqualTo($"the folder '{_scene.Folder}' is in use by appender 'loki' of process "
                + "4711"));
        first.Dispose();
        using SpillStore second = SpillStore.Open(_scene.Folder, "another one", 1000, 100, _scene.Reports.Add);
        Assert.That(
            () => SpillStore.Open(_scene.Folder, "a third one", 1000, 100, _scene.Reports.Add),
            Throws.InstanceOf<IOException>().With.Message.Contain("another one"));
    }

    [Test]
    public void Open_FolderCannotBeMade_Throws()
    {
        File.WriteAllText(_scene.Folder, "not a folder");

        Assert.That(() => _scene.Store, Throws.InstanceOf<IOException>());
    }

    private int Peeked() => _scene.Store.TryPeek(out SpilledPush push) ? NumberedPush.NumberOf(push) : -1;
}
