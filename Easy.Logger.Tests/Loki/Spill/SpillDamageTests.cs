using Easy.Logger.Loki.Spill;
using ExitProbe;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>Files that are not what was written: what is whole comes out, nothing else does, and nothing is thrown.</summary>
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

    [Test]
    public void Open_AFrameSaysThatItIsAGigabyte_ItIsNotRead()
    {
        Scene.Append([0], bodyLength: 10);
        Scene.Close();
        using (FileStream file = new(Scene.Files.Single(), FileMode.Open))
        {
            file.Position = file.Length;
            file.Write(BitConverter.GetBytes((int.MaxValue / 2) - 12));
            file.SetLength(1_100_000_000);
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        SpillStore again = Scene.Open(4_000_000_000, 10_000_000);

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(50_000_000));
        Assert.That(again.Lines, Is.EqualTo(1));
        Assert.That(Scene.Reports.Single(), Does.Contain("are cut off"));
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

    /// <summary>Perhaps a later version wrote them, or nobody who knows this one. The numbers go on behind them.</summary>
    [Test]
    public void Open_FilesOfOthers_StayAsTheyAre()
    {
        Scene.Append([0], bodyLength: 10);
        Scene.Close();
        List<(string Path, byte[] Bytes)> others = [];
        void Add(string name, params byte[] bytes)
        {
            others.Add((Path.Combine(Scene.Folder, name), bytes));
            File.WriteAllBytes(others[^1].Path, bytes);
        }

        Array.ForEach(["a.spill", "1.spill", "-0000001.spill", "00000001.spill.txt"], name => Add(name, [.. "strange"u8]));
        Add("00000011.spill", 1);
        Add("00000012.spill", [.. "ELSPILL9"u8, .. new byte[8]]);
        Add("00000013.spill", [.. "ELSPILL9"u8, .. new byte[16]]);
        Add("2147483647.spill", [.. "ELSPILL9"u8, .. new byte[1_000]]);

        Assert.That(Scene.Store.Lines, Is.EqualTo(1));
        Assert.That(Scene.Reports, Has.Count.EqualTo(4));
        Assert.That(others.Skip(4).Select(file => Scene.Reports.Count(text => text.Contains(file.Path))), Is.All.EqualTo(1));
        Add("2147483648.spill", [.. "of somebody else"u8]);
        Assert.That(new NumberedPush(1, 10).AppendTo(Scene.Store), Is.False, "the file of this name is another's");
        Scene.Append([2], bodyLength: 10);
        Scene.Close();

        Assert.That(Scene.Take(), Is.EqualTo((int[])[0, 2]));
        others.ForEach(file => Assert.That(File.ReadAllBytes(file.Path), Is.EqualTo(file.Bytes), file.Path));
    }

    [Test]
    [Platform("Linux")]
    public void Open_SymbolicLinks_AreReportedAndNotFollowed()
    {
        Scene.Append([0], bodyLength: 9_900);
        Scene.Append([1], bodyLength: 9_900);
        Scene.Close();
        string first = Scene.Files[0];
        File.Move(first, Scene.Aside);
        byte[] bytes = File.ReadAllBytes(Scene.Aside);
        File.CreateSymbolicLink(first, Scene.Aside);
        File.CreateSymbolicLink(Path.Combine(Scene.Folder, "00000009.spill"), "/nowhere/at/all");

        Scene.Append([2], bodyLength: 10);

        Assert.That(Scene.Take(), Is.EqualTo((int[])[1, 2]));
        Assert.That(File.ReadAllBytes(Scene.Aside), Is.EqualTo(bytes));
        Assert.That(Scene.Reports, Has.Count.EqualTo(2).And.One.EqualTo($"'{first}' cannot be read and is left out: it is a symbolic link")
            .And.One.Contains("00000009.spill' cannot be read and is left out"));
    }

    /// <summary>Whether a byte is one of a number in the header of a push.</summary>
    private static bool IsIn(int offset, int at, int push) => at - StartOf(push) - offset is >= 0 and < sizeof(int);

    private static int StartOf(int push) =>
        SpillSegment.HeaderSize + Enumerable.Range(0, push).Sum(number => new NumberedPush(number, BodyLength).Size);

    /// <param name="at">The byte that was flipped.</param>
    /// <param name="taken">What came out.</param>
    /// <param name="damaged">The push that it belongs to; -1 for the header of the segment.</param>
    private void AssertRest(int at, IReadOnlyList<int> taken, int damaged)
    {
        bool isState = damaged >= 2 && IsIn(SpillFrame.StateOffset, at, damaged);
        IEnumerable<int> expected = damaged switch
        {
            >= 2 when isState => Enumerable.Range(2, 7), // what is not the mark of a removed frame is no mark
            -1 when at < 8 => [], // the signature
            -1 => Enumerable.Range(0, 9), // the position: then all come again
            < 2 => Enumerable.Range(2, 7), // removed before
            _ => Enumerable.Range(2, 7).Where(number => number != damaged),
        };
        Assert.That(taken, Is.EqualTo(expected.Concat(Enumerable.Range(9, 3))), $"byte {at}");
        bool isUnseen = (damaged == -1 && at >= 8) || damaged is 0 or 1 || isState;
        Assert.That(Scene.Reports, isUnseen ? Is.Empty : Has.Count.EqualTo(1), $"byte {at}");
        bool saysLines = damaged is >= 2 and < 8 && !IsIn(SpillFrame.StateOffset + sizeof(int), at, damaged); // the last one is cut off
        if (saysLines && !isState)
        {
            int lines = new NumberedPush(damaged, BodyLength).Lines;
            Assert.That(Scene.Store.DroppedLines, Is.EqualTo(lines), $"byte {at}");
            Assert.That(Scene.Reports.Single(), Does.Contain($"with {lines} line(s) are damaged and left out"), $"byte {at}");
        }
    }
}
