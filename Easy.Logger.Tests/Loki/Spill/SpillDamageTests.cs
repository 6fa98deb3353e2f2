using Easy.Logger.Loki.Spill;
using ExitProbe;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>Files that are not what was written: what is whole comes out, nothing else does, and nothing is thrown.</summary>
[Category("Loki")]
internal sealed class SpillDamageTests : SceneTests<SpillScene>
{
    [Test]
    public void Open_LastPushIsTorn_AnywhereItMayBe_GivesTheOthers()
    {
        Scene.Append([0, 1, 2], bodyLength: 100);
        Scene.Close();
        string file = Scene.Files.Single();
        byte[] whole = File.ReadAllBytes(file);
        int last = new NumberedPush(2, 100).Size;

        for (int cut = 1; cut <= last; cut++)
        {
            File.WriteAllBytes(file, whole[..^cut]);
            Scene.Reports.Clear();

            Assert.That(Scene.Store.Bytes, Is.EqualTo(whole.Length - last), $"cut off: {cut}");
            Scene.Append([3], bodyLength: 100);
            Scene.Close();
            Assert.That(Scene.Take(), Is.EqualTo((int[])[0, 1, 3]), $"cut off: {cut}");
            Assert.That(
                Scene.Reports,
                cut == last ? Is.Empty : Has.Count.EqualTo(1).And.One.Contains($"{last - cut} byte(s) at the end of '{file}'"));
            Scene.Close();
        }
    }

    /// <summary>Cut in its header, too: killed while it was made.</summary>
    [Test]
    public void Open_OnlyPushIsTorn_AnywhereItMayBe_IsEmpty()
    {
        Scene.Append([0], bodyLength: 10);
        Scene.Close();
        string file = Scene.Files.Single();
        byte[] whole = File.ReadAllBytes(file);

        for (int length = 0; length < whole.Length; length++)
        {
            File.WriteAllBytes(file, whole[..length]);

            Assert.That(Scene.Take(), Is.Empty, $"{length} bytes");
            Assert.That(Scene.Files, Is.Empty);
            Assert.That((Scene.Store.IsEmpty, Scene.Store.Bytes), Is.EqualTo((true, 0L)));
            Scene.Close();
        }
    }

    [Test]
    public void Open_AnyByteIsFlipped_GivesOnlyWhatWasWritten()
    {
        Scene.Append(Enumerable.Range(0, 9), bodyLength: 40);
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
                AssertRest(at, Scene.Take(), HeaderOrFrameAt(at));
                Scene.Close();
            }
        }
    }

    [Test]
    public void Append_AnotherFileHasTheName_ItStays()
    {
        Assert.That(Scene.Store.IsEmpty);
        string other = Path.Combine(Scene.Folder, "00000001.spill");
        File.WriteAllText(other, "of somebody else");

        Assert.That(new NumberedPush(0, 10).AppendTo(Scene.Store), Is.False);
        Assert.That(new NumberedPush(1, 10).AppendTo(Scene.Store), Is.True);

        Assert.That(File.ReadAllText(other), Is.EqualTo("of somebody else"));
    }

    /// <summary>The next run reads the file whole; this one has it in use already.</summary>
    [Test]
    [Platform(Exclude = "Win", Reason = "nobody else may write to an open file")]
    public void TryPeek_DamagedWhileItIsInUse_GoesOnWithTheNextSegment()
    {
        Scene.Append(Enumerable.Range(0, 30), bodyLength: 1000);
        int second = new NumberedPush(0, 1000).Size + SpillSegment.HeaderSize;
        Overwrite(Scene.Files[0], second + 100);

        IReadOnlyList<int> taken = Scene.Take();

        Assert.That(taken, Is.EqualTo((int[])[0, .. Enumerable.Range(30 - taken.Count + 1, taken.Count - 1)]));
        Assert.That(taken, Has.Count.GreaterThan(20));
        Assert.That(
            Scene.Store.DroppedLines, Is.EqualTo(Enumerable.Range(1, 30 - taken.Count).Sum(number => new NumberedPush(number).Lines)));
        Assert.That(Scene.Reports, Has.Count.EqualTo(1).And.One.Contains("are dropped"));
        Assert.That(Scene.Files, Is.Empty);
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "nobody else may write to an open file")]
    public void TryPeek_CutWhileItIsInUse_GoesOnWithTheNextSegment([Values(0, 500, 3000)] int length)
    {
        Scene.Append(Enumerable.Range(0, 30), bodyLength: 1000);
        using (FileStream stream = new(Scene.Files[0], FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            stream.SetLength(length);
        }

        IReadOnlyList<int> taken = Scene.Take();

        Assert.That(taken, Is.Ordered.And.SupersetOf(Enumerable.Range(10, 20)));
        Assert.That(Scene.Reports, Has.Count.EqualTo(1).And.One.Contains("are dropped"));
    }

    [Test]
    public void Open_StrangeFiles_AreLeftAlone()
    {
        Directory.CreateDirectory(Scene.Folder);
        string[] strange =
            [.. new[] { "a.spill", "1.spill", "-0000001.spill", "00000001.spill.txt" }.Select(name => Path.Combine(Scene.Folder, name))];
        Array.ForEach(strange, path => File.WriteAllText(path, "strange"));

        Assert.That(Scene.Take(), Is.Empty);
        Assert.That(Scene.Reports, Is.Empty);
        Assert.That(strange.Select(File.ReadAllText), Is.All.EqualTo("strange"));
    }

    [Test]
    [Platform("Linux")]
    public void Open_FileCannotBeOpened_IsToldAndLeftOut()
    {
        Scene.Append(Enumerable.Range(0, 3), bodyLength: 1000);
        Scene.Close();
        File.CreateSymbolicLink(Path.Combine(Scene.Folder, "00000009.spill"), "/nowhere/at/all");

        Scene.Append([3], bodyLength: 1000);
        Assert.That(Scene.Take(), Is.EqualTo(Enumerable.Range(0, 4)));
        Assert.That(Scene.Reports, Has.Count.EqualTo(1).And.One.Contains("00000009.spill' cannot be read and is left out"));
    }

    /// <returns>The push that a byte of the first segment belongs to; -1 for the header.</returns>
    private static int HeaderOrFrameAt(int at)
    {
        int end = SpillSegment.HeaderSize;
        int number = -1;
        while (at >= end)
        {
            end += new NumberedPush(++number, 40).Size;
        }

        return number;
    }

    /// <summary>Whether a byte is one of a number in the header of a push.</summary>
    private static bool IsIn(int offset, int at, int push) => at - StartOf(push) - offset is >= 0 and < sizeof(int);

    private static int StartOf(int push) =>
        SpillSegment.HeaderSize + Enumerable.Range(0, push).Sum(number => new NumberedPush(number, 40).Size);

    private static void Overwrite(string path, int at)
    {
        using FileStream stream = new(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        stream.Position = at;
        int old = stream.ReadByte();
        stream.Position = at;
        stream.WriteByte((byte)~old);
    }

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
            int lines = new NumberedPush(damaged, 40).Lines;
            Assert.That(Scene.Store.DroppedLines, Is.EqualTo(lines), $"byte {at}");
            Assert.That(Scene.Reports.Single(), Does.Contain($"with {lines} line(s) are damaged and left out"), $"byte {at}");
        }
    }

    /// <summary>Perhaps that of a later version.</summary>
    [Test]
    public void Open_SignatureIsAnother_FileIsLeftAlone([Values(1, 8, 16, 1_000)] int length)
    {
        Scene.Append([0], bodyLength: 10);
        Scene.Close();
        string other = Path.Combine(Scene.Folder, "2147483647.spill");
        byte[] bytes = [.. "ELSPILL9"u8, .. new byte[length]];
        File.WriteAllBytes(other, length == 1 ? [1] : bytes);

        Scene.Append([1], bodyLength: 10);
        Assert.That(Scene.Take(), Is.EqualTo((int[])[0, 1]));
        Assert.That(File.ReadAllBytes(other), Is.EqualTo(length == 1 ? [1] : bytes));
        Assert.That(Scene.Reports, Has.Count.EqualTo(1).And.One.Contains(other));
    }

    [Test]
    public void Append_AfterTheLargestNumberOfAnInteger_IsReadByTheNextRun()
    {
        Scene.Append([0], bodyLength: 10);
        Scene.Close();
        File.Move(Scene.Files.Single(), Path.Combine(Scene.Folder, "2147483647.spill"));

        Scene.Append([1], bodyLength: 10);
        Scene.Close();

        Assert.That(Scene.Take(), Is.EqualTo((int[])[0, 1]));
    }

    [Test]
    [Platform("Linux")]
    public void Open_SymbolicLink_IsNotFollowed()
    {
        Scene.Append([0], bodyLength: 10);
        Scene.Close();
        string target = Scene.Folder + ".target";
        File.Move(Scene.Files.Single(), target);
        byte[] bytes = File.ReadAllBytes(target);
        File.CreateSymbolicLink(Path.Combine(Scene.Folder, "00000001.spill"), target);

        Assert.That(Scene.Take(), Is.Empty);
        Assert.That(File.ReadAllBytes(target), Is.EqualTo(bytes));
        Assert.That(Scene.Reports, Has.Count.EqualTo(1).And.One.Contains("symbolic link"));
    }
}
