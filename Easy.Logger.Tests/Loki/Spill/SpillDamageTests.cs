using Easy.Logger.Loki.Spill;
using ExitProbe;

namespace Easy.Logger.Tests.Loki.Spill;

/// <summary>Files that are not what was written: what is whole comes out, nothing else does, and nothing is thrown.</summary>
[Category("Loki")]
internal sealed class SpillDamageTests
{
    private readonly SpillScene _scene = new();

    [TearDown]
    public void End() => _scene.Dispose();

    [Test]
    public void Open_LastPushIsTorn_AnywhereItMayBe_GivesTheOthers()
    {
        _scene.Append([0, 1, 2], bodyLength: 100);
        _scene.Close();
        string file = _scene.Files.Single();
        byte[] whole = File.ReadAllBytes(file);
        int last = new NumberedPush(2, 100).Size;

        for (int cut = 1; cut <= last; cut++)
        {
            File.WriteAllBytes(file, whole[..^cut]);
            _scene.Reports.Clear();

            Assert.That(_scene.Store.Bytes, Is.EqualTo(whole.Length - last), $"cut off: {cut}");
            _scene.Append([3], bodyLength: 100);
            _scene.Close();
            Assert.That(_scene.Take(), Is.EqualTo((int[])[0, 1, 3]), $"cut off: {cut}");
            Assert.That(
                _scene.Reports,
                cut == last ? Is.Empty : Has.Count.EqualTo(1).And.One.Contains($"{last - cut} byte(s) at the end of '{file}'"));
            _scene.Close();
        }
    }

    /// <summary>Cut in its header, too: killed while it was made.</summary>
    [Test]
    public void Open_OnlyPushIsTorn_AnywhereItMayBe_IsEmpty()
    {
        _scene.Append([0], bodyLength: 10);
        _scene.Close();
        string file = _scene.Files.Single();
        byte[] whole = File.ReadAllBytes(file);

        for (int length = 0; length < whole.Length; length++)
        {
            File.WriteAllBytes(file, whole[..length]);

            Assert.That(_scene.Take(), Is.Empty, $"{length} bytes");
            Assert.That(_scene.Files, Is.Empty);
            Assert.That((_scene.Store.IsEmpty, _scene.Store.Bytes), Is.EqualTo((true, 0L)));
            _scene.Close();
        }
    }

    [Test]
    public void Open_AnyByteIsFlipped_GivesOnlyWhatWasWritten()
    {
        _scene.Append(Enumerable.Range(0, 9), bodyLength: 40);
        _scene.Take(2);
        _scene.Append(Enumerable.Range(9, 3), bodyLength: 9_900); // in segments of their own
        _scene.Close();
        (string Path, byte[] Bytes)[] files = [.. _scene.Files.Select(path => (path, File.ReadAllBytes(path)))];
        byte[] first = files[0].Bytes;

        for (int at = 0; at < first.Length; at++)
        {
            foreach (byte flip in new byte[] { 1, 0x80, 0xFF })
            {
                Array.ForEach(files, file => File.WriteAllBytes(file.Path, file.Bytes));
                byte[] damaged = [.. first];
                damaged[at] ^= flip;
                File.WriteAllBytes(files[0].Path, damaged);
                _scene.Reports.Clear();
                AssertRest(at, _scene.Take(), HeaderOrFrameAt(at));
                _scene.Close();
            }
        }
    }

    /// <summary>What follows is found again.</summary>
    [TestCase(0)]
    [TestCase(3)]
    [TestCase(7)]
    public void Open_LengthOfAPushIsDamaged_GivesTheOthers(int number)
    {
        _scene.Append(Enumerable.Range(0, 9), bodyLength: 100);
        _scene.Close();
        int at = SpillSegment.HeaderSize + Enumerable.Range(0, number).Sum(before => new NumberedPush(before, 100).Size);
        foreach (byte flip in new byte[] { 1, 0x10, 0xFF })
        {
            byte[] damaged = File.ReadAllBytes(_scene.Files.Single());
            damaged[at] ^= flip;
            damaged[at + 2] ^= flip;
            File.WriteAllBytes(_scene.Files.Single(), damaged);
            _scene.Reports.Clear();

            Assert.That(_scene.Store.DroppedLines, Is.EqualTo(new NumberedPush(number, 100).Lines));
            Assert.That(_scene.Reports, Has.Count.EqualTo(1).And.One.Contains("are damaged and left out"));
            _scene.Close();
            damaged[at] ^= flip;
            damaged[at + 2] ^= flip;
            File.WriteAllBytes(_scene.Files.Single(), damaged);
        }

        byte[] last = File.ReadAllBytes(_scene.Files.Single());
        last[at] ^= 1;
        File.WriteAllBytes(_scene.Files.Single(), last);
        Assert.That(_scene.Take(), Is.EqualTo(Enumerable.Range(0, 9).Except([number])));
    }

    [Test]
    public void Append_AnotherFileHasTheName_ItStays()
    {
        Assert.That(_scene.Store.IsEmpty);
        string other = Path.Combine(_scene.Folder, "00000001.spill");
        File.WriteAllText(other, "of somebody else");

        Assert.That(new NumberedPush(0, 10).AppendTo(_scene.Store), Is.False);
        Assert.That(new NumberedPush(1, 10).AppendTo(_scene.Store), Is.True);

        Assert.That(File.ReadAllText(other), Is.EqualTo("of somebody else"));
    }

    /// <summary>The next run reads the file whole; this one has it in use already.</summary>
    [Test]
    [Platform(Exclude = "Win", Reason = "nobody else may write to an open file")]
    public void TryPeek_DamagedWhileItIsInUse_GoesOnWithTheNextSegment()
    {
        _scene.Append(Enumerable.Range(0, 30), bodyLength: 1000);
        int second = new NumberedPush(0, 1000).Size + SpillSegment.HeaderSize;
        Overwrite(_scene.Files[0], second + 100);

        IReadOnlyList<int> taken = _scene.Take();

        Assert.That(taken, Is.EqualTo((int[])[0, .. Enumerable.Range(30 - taken.Count + 1, taken.Count - 1)]));
        Assert.That(taken, Has.Count.GreaterThan(20));
        Assert.That(
            _scene.Store.DroppedLines, Is.EqualTo(Enumerable.Range(1, 30 - taken.Count).Sum(number => new NumberedPush(number).Lines)));
        Assert.That(_scene.Reports, Has.Count.EqualTo(1).And.One.Contains("are dropped"));
        Assert.That(_scene.Files, Is.Empty);
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "nobody else may write to an open file")]
    public void TryPeek_CutWhileItIsInUse_GoesOnWithTheNextSegment([Values(0, 500, 3000)] int length)
    {
        _scene.Append(Enumerable.Range(0, 30), bodyLength: 1000);
        using (FileStream stream = new(_scene.Files[0], FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            stream.SetLength(length);
        }

        IReadOnlyList<int> taken = _scene.Take();

        Assert.That(taken, Is.Ordered.And.SupersetOf(Enumerable.Range(10, 20)));
        Assert.That(_scene.Reports, Has.Count.EqualTo(1).And.One.Contains("are dropped"));
    }

    [Test]
    public void Open_StrangeFiles_AreLeftAlone()
    {
        Directory.CreateDirectory(_scene.Folder);
        string[] strange =
            [.. new[] { "a.spill", "1.spill", "-0000001.spill", "00000001.spill.txt" }.Select(name => Path.Combine(_scene.Folder, name))];
        Array.ForEach(strange, path => File.WriteAllText(path, "strange"));

        Assert.That(_scene.Take(), Is.Empty);
        Assert.That(_scene.Reports, Is.Empty);
        Assert.That(strange.Select(File.ReadAllText), Is.All.EqualTo("strange"));
    }

    [Test]
    [Platform("Linux")]
    public void Open_FileCannotBeOpened_IsToldAndLeftOut()
    {
        _scene.Append(Enumerable.Range(0, 3), bodyLength: 1000);
        _scene.Close();
        File.CreateSymbolicLink(Path.Combine(_scene.Folder, "00000009.spill"), "/nowhere/at/all");

        _scene.Append([3], bodyLength: 1000);
        Assert.That(_scene.Take(), Is.EqualTo(Enumerable.Range(0, 4)));
        Assert.That(_scene.Reports, Has.Count.EqualTo(1).And.One.Contains("00000009.spill' cannot be read and is left out"));
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

    /// <summary>Whether a byte is one of the state of a push.</summary>
    private static bool IsState(int at, int push)
    {
        return at - StartOf(push) - SpillFrame.StateOffset is >= 0 and < sizeof(int);
    }

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
        bool isState = damaged >= 2 && IsState(at, damaged);
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
        Assert.That(_scene.Reports, isUnseen ? Is.Empty : Has.Count.EqualTo(1), $"byte {at}");
    }

    [Test]
    public void Open_FrameInTheMiddleIsDamaged_GivesThoseBehindItAndCountsIt()
    {
        _scene.Append(Enumerable.Range(0, 5), bodyLength: 100);
        _scene.Close();
        int start = SpillSegment.HeaderSize + Enumerable.Range(0, 2).Sum(number => new NumberedPush(number, 100).Size);
        Overwrite(_scene.Files.Single(), start + SpillFrame.HeaderSize + 50);

        Assert.That(_scene.Take(), Is.EqualTo((int[])[0, 1, 3, 4]));
        Assert.That(_scene.Store.DroppedLines, Is.EqualTo(new NumberedPush(2, 100).Lines));
        Assert.That(_scene.Reports, Has.Count.EqualTo(1).And.One.Contains($"{new NumberedPush(2, 100).Lines} line(s)"));
    }

    /// <summary>Perhaps that of a later version.</summary>
    [Test]
    public void Open_SignatureIsAnother_FileIsLeftAlone([Values(1, 8, 16, 1_000)] int length)
    {
        _scene.Append([0], bodyLength: 10);
        _scene.Close();
        string other = Path.Combine(_scene.Folder, "2147483647.spill");
        byte[] bytes = [.. "ELSPILL9"u8, .. new byte[length]];
        File.WriteAllBytes(other, length == 1 ? [1] : bytes);

        _scene.Append([1], bodyLength: 10);
        Assert.That(_scene.Take(), Is.EqualTo((int[])[0, 1]));
        Assert.That(File.ReadAllBytes(other), Is.EqualTo(length == 1 ? [1] : bytes));
        Assert.That(_scene.Reports, Has.Count.EqualTo(1).And.One.Contains(other));
    }

    [Test]
    public void Append_AfterTheLargestNumberOfAnInteger_IsReadByTheNextRun()
    {
        _scene.Append([0], bodyLength: 10);
        _scene.Close();
        File.Move(_scene.Files.Single(), Path.Combine(_scene.Folder, "2147483647.spill"));

        _scene.Append([1], bodyLength: 10);
        _scene.Close();

        Assert.That(_scene.Take(), Is.EqualTo((int[])[0, 1]));
    }

    [Test]
    [Platform("Linux")]
    public void Open_SymbolicLink_IsNotFollowed()
    {
        _scene.Append([0], bodyLength: 10);
        _scene.Close();
        string target = _scene.Folder + ".target";
        File.Move(_scene.Files.Single(), target);
        byte[] bytes = File.ReadAllBytes(target);
        File.CreateSymbolicLink(Path.Combine(_scene.Folder, "00000001.spill"), target);

        Assert.That(_scene.Take(), Is.Empty);
        Assert.That(File.ReadAllBytes(target), Is.EqualTo(bytes));
        Assert.That(_scene.Reports, Has.Count.EqualTo(1).And.One.Contains("symbolic link"));
    }
}
