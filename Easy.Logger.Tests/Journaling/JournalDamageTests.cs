using Benchmarker;

namespace Easy.Logger.Tests.Journaling;

/// <summary>A journal that somebody has damaged while nobody used it costs the records that are hit, and each is counted.</summary>
internal sealed class JournalDamageTests : SceneTests<JournalScene>
{
    private const int Records = 24;
    private const int Damages = 700;

    /// <summary>
    /// A bit in a header, a length, a kind or a text, or only the first bytes, as a copy on a full disk has them; half of the records are
    /// completed, and stay so.
    /// </summary>
    [TestCase(401)]
    [TestCase(402)]
    public void Read_AnyBitIsFlippedOrTheFileIsCut_CostsAtMostTheRecordItIsInOrWhatIsBehind(int seed)
    {
        string path = LeaveHalfCompleted(out int end);
        byte[] whole = File.ReadAllBytes(path);
        string[] expected = Read(whole, out int damaged, out _);
        Assert.That((expected.Length, damaged), Is.EqualTo((Records / 2, 0)));

        Chance chance = new(seed);
        for (int i = 0; i < Damages; i++)
        {
            bool isCut = chance.OneIn(7);
            int bit = chance.Below(end * 8);
            byte[] bytes = [.. whole];
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
            bytes = isCut ? bytes[..(bit / 8)] : bytes;
            string[] found = Read(bytes, out damaged, out int attempts);

            string which = $"bit {bit} of seed {seed}, cut: {isCut}";
            Assert.That(found, isCut ? Is.EqualTo(expected.Take(found.Length)) : Is.SubsetOf(expected).And.Ordered.And.Unique, which);
            Assert.That(isCut ? damaged : expected.Length - found.Length, Is.LessThanOrEqualTo(isCut ? 1 : Math.Min(1, damaged)), which);
            Assert.That(attempts, Is.Zero, which);
        }
    }

    [TestCase(4096)]
    [TestCase(3_000_000)]
    public void Read_Noise_IsNoRecord(int length)
    {
        Chance chance = new(7);
        byte[] noise = new byte[length];
        for (int i = 0; i < length; i++)
        {
            noise[i] = (byte)chance.Below(256);
        }

        Assert.That(Read(noise, out int damaged, out _), Is.Empty);
        Assert.That(damaged, Is.LessThanOrEqualTo(1));
    }

    /// <summary>As a disk loses a page: what is behind it is whole.</summary>
    [Test]
    public void Activate_FirstPageIsZeroed_TheRestIsForwardedAndCounted()
    {
        string path = Scene.Leave([.. Enumerable.Range(0, 200).Select(i => $"{i:d3}")]);
        using (FileStream file = new(path, FileMode.Open))
        {
            file.Write(new byte[4096]);
        }

        Scene.Start(out GatedAppender child);

        Eventually.Holds(() => child.Messages is [.., var last] && last.Contains("are above", StringComparison.Ordinal), "it is over");
        string[] rest = [.. child.Messages.Skip(1).SkipLast(1)];
        Assert.That(rest, Has.Length.GreaterThan(100).And.Ordered);
        Assert.That(rest[^1], Is.EqualTo("199"));
        Assert.That(child.Messages[^1], Does.Contain("at least 1 record(s) could not be read"));
    }

    /// <summary>The numbers of the records around it say how many were in the damaged part.</summary>
    [Test]
    public void Activate_ManyRecordsInARowAreDamaged_AllAreCounted()
    {
        string path = LeaveHalfCompleted(out _);
        byte[] bytes = File.ReadAllBytes(path);
        byte[] text = "02 xxx"u8.ToArray();
        int start = bytes.AsSpan().IndexOf(text);
        int end = bytes.AsSpan().IndexOf("12 xxx"u8);
        bytes.AsSpan(start, end - start + text.Length).Fill(0xEE);
        File.WriteAllBytes(path, bytes);

        _ = Read(bytes, out int damaged, out _);

        Assert.That(damaged, Is.EqualTo(11));
    }

    /// <summary>A segment has its whole length before a record is in it.</summary>
    [TestCase(0)]
    [TestCase(64)]
    [TestCase(4096)]
    public void Activate_SegmentIsCut_TheLogSaysSo(int length)
    {
        string path = Scene.Leave("a");
        byte[] zeros = new byte[length];
        File.WriteAllBytes(path, zeros);

        AsyncBufferingForwardingAppender appender = Scene.Start(out GatedAppender child);

        child.AwaitCount(1);
        Assert.That(child.Messages.Single(), Does.Contain("0 event(s)").And.Contain("at least 1 record(s) could not be read"));
        appender.Close();
        Assert.That(Directory.GetFileSystemEntries(Scene.Journal), Is.Empty);
    }

    /// <summary>A record of another version, or of a faulty one: the checksum is right, the content makes no sense.</summary>
    [Test]
    public void Activate_ContentMakesNoSense_TheOthersAreForwarded()
    {
        using Lane lane = Lane.Create(Scene.Journal);
        using (Segment segment = lane.CreateSegment(Segment.UsualSize, number: 1))
        {
            JournalRecord senseless = JournalRecord.Rent();
            senseless.Write(-5);
            senseless.Complete();
            segment.Append(senseless, 0);
            segment.Append(JournalFiles.WriteDown(Some.Event("fine")), 1);
        }

        lane.Release();
        Scene.Start(out GatedAppender child);

        child.AwaitCount(3);
        Assert.That(child.Messages[1], Is.EqualTo("fine"));
        Assert.That(child.Messages[2], Does.Contain("1 event(s)").And.Contain("1 record(s) could not be read"));
    }

    /// <summary>Files and folders of somebody else, in the journal's folder and in a lane, stop nothing and are not touched.</summary>
    [Test]
    public void Activate_ForeignFilesInTheFolder_AreLeftAndTheEventsAreForwarded()
    {
        string lane = Path.GetDirectoryName(Scene.Leave("a"))!;
        string archive = Directory.CreateDirectory(Path.Combine(Scene.Journal, "archive")).FullName;
        string[] foreign =
        [
            Path.Combine(Scene.Journal, "notes.txt"),
            Path.Combine(Scene.Journal, "notes.segment"),
            Path.Combine(archive, "old.log"),
            Path.Combine(archive, "old.segment"),
            Path.Combine(lane, "notes.segment"),
        ];
        Array.ForEach(foreign, path => File.WriteAllText(path, "mine"));
        Directory.SetLastWriteTimeUtc(archive, DateTime.UtcNow.AddDays(-1));
        File.WriteAllBytes(Path.Combine(lane, Path.GetFileName(lane) + "-000008.segment"), []);
        File.WriteAllText(Path.Combine(lane, Path.GetFileName(lane) + "-000009.segment"), "no segment at all");

        AsyncBufferingForwardingAppender appender = Scene.Start(out GatedAppender child);
        child.AwaitCount(3);
        appender.Close();

        Assert.That(child.Messages[1], Is.EqualTo("a"));
        Assert.That(Scene.Complaints, Is.Empty);
        Assert.That(foreign.Select(File.ReadAllText), Has.All.EqualTo("mine"));
        Assert.That(Directory.GetFiles(Scene.Journal, "*", SearchOption.AllDirectories), Is.EquivalentTo(foreign));
    }

    /// <summary>A process in a container that is started again at once has the number of the one before.</summary>
    [Test]
    public void TryTakeOver_OwnerBeganAMomentBeforeTheProcessOfItsNumber_IsTakenOver()
    {
        string text;
        using (Lane own = Lane.Create(Scene.Journal))
        {
            text = own.Owner;
        }

        string[] parts = text.Split(' ');
        string gone = Path.GetDirectoryName(Scene.Leave("a"))!;
        File.WriteAllText(Path.Combine(gone, "owner"), $"{parts[0]} {long.Parse(parts[1], CultureInfo.InvariantCulture) - 100} {parts[2]}");
        using Lane? taken = Lane.TryTakeOver(gone);

        Assert.That(taken, Is.Not.Null);
    }

    /// <summary>A file is made first and locked then: who took the lane between the two would remove it.</summary>
    [Test]
    public void TryTakeOver_OwnerHasNotWrittenItsNameYet_IsLeftAloneForAMinute([Values] bool hasFile)
    {
        string made = Path.GetDirectoryName(Scene.Leave("a"))!;
        File.WriteAllText(Path.Combine(made, "owner"), string.Empty);
        if (!hasFile)
        {
            File.Delete(Path.Combine(made, "owner"));
        }

        Assert.That(Lane.TryTakeOver(made), Is.Null);

        foreach (int minutes in new[] { -2, 2 })
        {
            Directory.SetLastWriteTimeUtc(made, DateTime.UtcNow.AddMinutes(minutes)); // the clock may have been set back
            using Lane? taken = Lane.TryTakeOver(made);
            Assert.That(taken, Is.Not.Null);
        }
    }

    /// <summary>
    /// As somebody makes it who wants to keep the worker busy: wherever a record may begin, there is the head of a large one.
    /// </summary>
    [Test]
    public void Read_HeadsOfLargeRecordsEverywhere_Ends()
    {
        byte[] head = File.ReadAllBytes(Scene.Leave("a"))[Segment.HeaderSize..(Segment.HeaderSize + JournalRecord.HeaderSize)];
        byte[] bytes = new byte[32 << 20];
        for (int at = Segment.HeaderSize; at < bytes.Length / 2; at += head.Length)
        {
            head.CopyTo(bytes, at);
            BitConverter.TryWriteBytes(bytes.AsSpan(at), bytes.Length / 2);
        }

        int damaged = 0;
        Assert.That(Eventually.Returns(() => Read(bytes, out damaged, out _), "the reader"), Is.Empty);
        Assert.That(damaged, Is.EqualTo(1));
    }

    private string LeaveHalfCompleted(out int end)
    {
        using Lane lane = Lane.Create(Scene.Journal);
        using Segment segment = lane.CreateSegment(Segment.UsualSize, number: 1);
        int[] places =
        [
            .. Enumerable.Range(0, Records)
                .Select(i => segment.Append(JournalFiles.WriteDown(Some.Event($"{i:d2} {new string('x', i * 11)}")), i)),
        ];
        end = places[^1];
        for (int i = 0; i < Records; i += 2)
        {
            segment.Complete(places[i]);
        }

        lane.Release();
        return segment.Path;
    }

    private string[] Read(byte[] bytes, out int damaged, out int attempts)
    {
        string path = Scene.Folder.File("read.segment");
        File.WriteAllBytes(path, bytes);
        byte[] buffer = [];
        using SegmentReader reader = SegmentReader.Open(path, ref buffer);
        attempts = reader.Attempts;
        List<string> messages = [];
        while (reader.TryReadNext(out LoggingEvent? loggingEvent, out _))
        {
            messages.Add(loggingEvent!.RenderedMessage!);
        }

        damaged = reader.Damaged;
        return [.. messages];
    }
}
