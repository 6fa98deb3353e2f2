using Easy.Logger.Loki.Spill;
using ExitProbe;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>Files that are not what was written, and a disk that is full or gone: what is whole comes out, and nothing is thrown.</summary>
[Category("Loki")]
internal sealed class SpillDamageTests : SceneTests<SpillScene>
{
    private const int BodyLength = 40;

    /// <summary>In its header, too: killed while it was made.</summary>
    [Test]
    public void Open_FileIsCut_AnywhereItMayBe_GivesTheWholePushesBefore()
    {
        Scene.Append([0, 1, 2], BodyLength);
        Scene.Close();
        string file = Scene.Files.Single();
        byte[] bytes = File.ReadAllBytes(file);

        for (int length = 0; length < bytes.Length; length++)
        {
            File.WriteAllBytes(file, bytes[..length]);
            Scene.Reports.Clear();
            int pushes = Enumerable.Range(0, 3).Count(push => StartOf(push + 1) <= length);
            int whole = length < SpillSegment.HeaderSize ? 0 : StartOf(pushes);

            Assert.That((Scene.Store.IsEmpty, Scene.Store.Bytes), Is.EqualTo((pushes == 0, pushes == 0 ? 0L : whole)), $"{length} bytes");
            Assert.That(Scene.FileBytes, Is.EqualTo(Scene.Store.Bytes), $"{length} bytes");
            Scene.Append([3], bodyLength: 100);
            Scene.Close();
            Assert.That(Scene.Take(), Is.EqualTo((int[])[.. Enumerable.Range(0, pushes), 3]), $"{length} bytes");
            Assert.That(
                Scene.Reports,
                whole == length ? Is.Empty : Has.Count.EqualTo(1).And.One.Contains($"{length - whole} byte(s) at the end of '{file}'"));
            Scene.Close();
        }
    }

    [Test]
    public void Open_AnyByteIsFlipped_GivesOnlyWhatWasWritten()
    {
        Scene.Append(Enumerable.Range(0, 9), BodyLength);
        Scene.Take(2);
        Scene.Append(Enumerable.Range(9, 3), bodyLength: 9_900); // in segments of their own
        Scene.Close();
        (string Path, byte[] Bytes)[] files = [.. Scene.Files.Select(path => (path, File.ReadAllBytes(path)))];
        byte[] first = files[0].Bytes;

        for (int at = 0; at < first.Length; at++)
        {
            foreach (byte flip in new byte[] { 1, 0x80, 0xFF })
            {
                Array.ForEach(files, file => File.WriteAllBytes(file.Path, file.Bytes));
                byte[] damaged = [.. first];
                damaged[at] ^= flip;
                File.WriteAllBytes(files[0].Path, damaged);
                Scene.Reports.Clear();
                AssertRest(at, Scene.Take(), Enumerable.Range(0, 9).Count(push => StartOf(push) <= at) - 1);
                Scene.Close();
            }
        }
    }

    /// <summary>The next run reads the file whole; this one has it in use already.</summary>
    [TestCase("deleted", 0)]
    [TestCase("overwritten", 1)]
    [TestCase("cut to 0", 0)]
    [TestCase("cut to 500", 0)]
    [TestCase("cut to 3000", 2)]
    [Platform(Exclude = "Win", Reason = "nobody else may write to an open file, nor delete it")]
    public void TryPeek_FileIsHarmedWhileItIsInUse_GoesOnWithTheNextSegment(string how, int whole)
    {
        Scene.Append(Enumerable.Range(0, 30), bodyLength: 1000); // nine in a segment
        using (FileStream file = new(Scene.Files[0], FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete))
        {
            if (how == "deleted")
            {
                File.Delete(file.Name);
            }
            else if (how == "overwritten")
            {
                file.Position = SpillSegment.HeaderSize + new NumberedPush(0, 1000).Size + 100;
                file.Write("damage"u8);
            }
            else
            {
                file.SetLength(int.Parse(how.AsSpan("cut to ".Length)));
            }
        }

        Assert.That(Scene.Take(), Is.EqualTo((int[])[.. Enumerable.Range(0, whole), .. Enumerable.Range(9, 21)]));
        Assert.That(Scene.Store.DroppedLines, Is.EqualTo(SpillScene.LinesOf(Enumerable.Range(whole, 9 - whole))));
        Assert.That(Scene.Reports, Has.Count.EqualTo(1).And.One.Contains("are dropped"));
        Assert.That(Scene.Files, Is.Empty);
    }

    /// <summary>The disk takes a part of a push and no more: here because a file must not be longer, which is the same.</summary>
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

    /// <summary>Whether a byte is one of a number in the header of a push.</summary>
    private static bool IsIn(int offset, int at, int push) => at - StartOf(push) - offset is >= 0 and < sizeof(int);

    private static int StartOf(int push) =>
        SpillSegment.HeaderSize + Enumerable.Range(0, push).Sum(number => new NumberedPush(number, BodyLength).Size);

    // The damaged push is the one that the flipped byte belongs to; -1 for the header of the segment.
    private void AssertRest(int at, IReadOnlyList<int> taken, int damaged)
    {
        // What is not the mark of a removed frame is no mark; without the signature nothing is read, without the position all.
        bool isLost = damaged >= 2 && !IsIn(SpillFrame.StateOffset, at, damaged);
        int first = damaged >= 0 ? 2 : at < 8 ? 9 : 0;
        IEnumerable<int> expected = Enumerable.Range(first, 12 - first).Where(number => !isLost || number != damaged);
        Assert.That(taken, Is.EqualTo(expected), $"byte {at}");
        Assert.That(Scene.Reports, isLost || at < 8 ? Has.Count.EqualTo(1) : Is.Empty, $"byte {at}");
        if (isLost && damaged < 8 && !IsIn(SpillFrame.StateOffset + sizeof(int), at, damaged)) // the last one is cut off
        {
            int lines = new NumberedPush(damaged, BodyLength).Lines;
            Assert.That(Scene.Store.DroppedLines, Is.EqualTo(lines), $"byte {at}");
            Assert.That(Scene.Reports.Single(), Does.Contain($"with {lines} line(s) are damaged and left out"), $"byte {at}");
        }
    }
}
