using Easy.Logger.Loki.Spill;
using ExitProbe;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>A disk that does not do what it should: pushes are refused, what is there stays whole, and it goes on by itself.</summary>
[Category("Loki")]
internal sealed class SpillFaultTests : SceneTests<SpillScene>
{
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
        Directory.Move(Scene.Folder, Scene.Aside);
        bool[] whileGone = [.. Enumerable.Range(8, 20).Select(number => new NumberedPush(number, 9_000).AppendTo(Scene.Store))];
        Directory.Move(Scene.Aside, Scene.Folder);
        Scene.Append([100], bodyLength: 9_000);

        Assert.That(whileGone, Is.All.False);
        Assert.That(Scene.Store.RefusedLines, Is.EqualTo(Enumerable.Range(8, 20).Sum(number => new NumberedPush(number).Lines)));
        Assert.That(Scene.Reports, Has.Count.EqualTo(2));
        Assert.That(Scene.Reports[0], Does.StartWith("a push could not be written to"));
        Assert.That(Scene.Reports[1], Does.EndWith($"again after {Scene.Store.RefusedLines} line(s) were refused"));
        Assert.That(Scene.Take(), Is.EqualTo((int[])[.. Enumerable.Range(0, 8), 100]));
        Assert.That(Scene.Store.Bytes, Is.Zero);
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "an open file is not deleted")]
    public void TryPeek_SegmentIsDeletedByOthers_GoesOnWithTheNext()
    {
        Scene.Append(Enumerable.Range(0, 30), bodyLength: 1000);
        File.Delete(Scene.Files[0]);

        Assert.That(Scene.Take(), Is.EqualTo(Enumerable.Range(9, 21)));
        Assert.That(Scene.Store.DroppedLines, Is.EqualTo(Enumerable.Range(0, 9).Sum(number => new NumberedPush(number).Lines)));
        Assert.That(Scene.Reports, Has.Count.EqualTo(1).And.One.Contains("are dropped"));
    }

    /// <summary>Reports may do what they like, so no lock is held: another thread gets through.</summary>
    [Test]
    public void Report_IsCalled_OutsideOfTheLock()
    {
        SpillStore? store = null;
        List<bool> answers = [];
        using TempFolder folder = new();
        store = SpillStore.Open(
            folder.Path,
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
