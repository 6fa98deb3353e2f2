using Easy.Logger.Loki.Spill;
using ExitProbe;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>What a store drops, whose it is, and a disk that does not do what it should.</summary>
[Category("Loki")]
internal sealed class SpillStoreTests : SceneTests<SpillScene>
{
    /// <summary>Segments are an eighth of all at most, whatever is asked for.</summary>
    [TestCase(50_000, 5_000, 43_000)]
    [TestCase(80_000, int.MaxValue, 65_000)]
    public void TryAppend_CapReached_DropsTheOldestSegmentsAndNoMoreThanItHasTo(int maxBytes, int segmentBytes, int atLeast)
    {
        Scene.Open(maxBytes, segmentBytes);
        Scene.Append(Enumerable.Range(0, 200), bodyLength: 1000);
        long dropped = Scene.Store.DroppedLines;
        Assert.That(Scene.FileBytes, Is.InRange(atLeast, maxBytes));

        Scene.Open(maxBytes / 2, segmentBytes);
        dropped += Scene.Store.DroppedLines;
        Assert.That(Scene.FileBytes, Is.InRange(atLeast - (maxBytes / 2), maxBytes / 2), "the cap is smaller than before");

        IReadOnlyList<int> left = Scene.Take();
        Assert.That(left, Is.EqualTo(Enumerable.Range(200 - left.Count, left.Count)));
        Assert.That(dropped, Is.EqualTo(SpillScene.LinesOf(Enumerable.Range(0, 200 - left.Count))));
        Assert.That(Scene.Reports, Has.Count.EqualTo(2).And.All.Contains("bytes it may hold: the oldest pushes are dropped"));
    }

    [Test]
    public void Dispose_ThenAnything_DoesNothing()
    {
        SpillStore store = Scene.Store;
        Scene.Append([0, 1], bodyLength: 10);
        Assert.That(store.Remove, Throws.InvalidOperationException, "nothing is peeked yet");
        Scene.Take(1);
        Assert.That(store.Remove, Throws.InvalidOperationException, "nothing is peeked any more");
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

    /// <summary>
    /// The disk takes a part of a push and no more: here because a file must not be longer, which is the same to who writes.
    /// </summary>
    [Test]
    [Platform("Linux")]
    public void TryAppend_NoRoomInTheMiddleOfAPush_LeavesNothingOfItAndGoesOn()
    {
        using TempFolder folder = new();
        string command =
            $"trap '' XFSZ; ulimit -f 128; exec '{TestProgram.ExitProbe.Host}' '{TestProgram.ExitProbe.Path}' spill-full '{folder.Path}'";

        // Without it the runtime begins with a file in memory that is longer.
        using ProbeRun probe = new("/bin/sh", "-c", $"export DOTNET_EnableWriteXorExecute=0; {command}");
        probe.AssertEndsWith(81);

        string spill = folder.File("spill");
        using SpillStore store = SpillStore.Open(spill, "the test", 1_000_000, 100_000, Scene.Reports.Add);
        IReadOnlyList<int> numbers = SpillScene.Take(store);

        Assert.Multiple(() =>
        {
            Assert.That(probe.Output, Has.Some.EqualTo("written: 13, and again: False"));
            Assert.That(probe.Output, Has.Some.EqualTo($"a small one: True, refused lines: {3 * new NumberedPush(13).Lines}"));
            Assert.That(probe.Output.Where(line => line.StartsWith("reported:", StringComparison.Ordinal)), Has.Exactly(2).Items);
            Assert.That(probe.Output, Has.One.Contains("a push could not be written to"));
            Assert.That(probe.Output, Has.One.Contains($"again after {3 * new NumberedPush(13).Lines} line(s) were refused"));
            Assert.That(numbers, Is.EqualTo(Enumerable.Range(0, 14)));
            Assert.That(Scene.Reports, Is.Empty);
        });
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "open files keep a folder where it is")]
    public void TryAppend_FolderIsGoneForAWhile_IsRefusedAndGoesOn()
    {
        Scene.Append(Enumerable.Range(0, 8), bodyLength: 1000);
        foreach (int first in new[] { 100, 200 })
        {
            Directory.Move(Scene.Folder, Scene.Aside);
            int[] numbers = [.. Enumerable.Range(first, 20)];
            Assert.That(numbers.Select(number => new NumberedPush(number, 9_000).AppendTo(Scene.Store)), Is.All.False);
            Directory.Move(Scene.Aside, Scene.Folder);
            Scene.Append([first + 50], bodyLength: 9_000);

            Assert.That(Scene.Reports[^2], Does.StartWith("a push could not be written to"));
            Assert.That(Scene.Reports[^1], Does.EndWith($"again after {SpillScene.LinesOf(numbers)} line(s) were refused"));
        }

        Assert.That(Scene.Reports, Has.Count.EqualTo(4));
        Assert.That(Scene.Take(), Is.EqualTo((int[])[.. Enumerable.Range(0, 8), 150, 250]));
        Assert.That(Scene.Store.Bytes, Is.Zero);
    }

    /// <summary>Somebody has put a file there after which no name is left.</summary>
    [Test]
    public void TryAppend_AFileHasTheHighestNumber_TheNextRunHasThePush([Values] bool isEmpty)
    {
        Scene.Append([1], bodyLength: 10);
        Scene.Close();
        string highest = Path.Combine(Scene.Folder, "999999999999999999.spill");
        File.Move(Scene.Files.Single(), highest);
        File.WriteAllBytes(highest, isEmpty ? [] : File.ReadAllBytes(highest));
        Scene.Append([2], bodyLength: 10);
        Scene.Close();

        Assert.That(Scene.Take(), Is.EquivalentTo(isEmpty ? (int[])[2] : [1, 2]));
    }

    /// <summary>Reports may do what they like, so no lock is held: another thread gets through.</summary>
    [Test]
    public void Report_IsCalled_OutsideOfTheLock()
    {
        SpillStore? store = null;
        List<bool> answers = [];
        store = SpillStore.Open(
            Scene.Folder,
            "the test",
            maxBytes: 1_000,
            segmentBytes: 100,
            _ => answers.Add(Eventually.Returns(() => new NumberedPush(1, 10).AppendTo(store!), "an append on another thread")));
        using (store)
        {
            new NumberedPush(0, 2_000).AppendTo(store);
        }

        Assert.That(answers, Is.EqualTo((bool[])[true]));
    }
}
