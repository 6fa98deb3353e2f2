using Benchmarker;

namespace Easy.Logger.Tests.Journaling;

/// <summary>A journal that somebody has damaged while nobody used it costs the records that are hit, and each is counted.</summary>
internal sealed class JournalDamageTests : SceneTests<JournalScene>
{
    private const int Records = 24;
    private const int Damages = 700;

    /// <summary>
    /// A bit in a header, a length, a kind or a text; a part that is zeros or noise, as a disk loses a page; or only the first bytes, as a
    /// copy on a full disk has them. Half of the records are completed, and stay so.
    /// </summary>
    [TestCase(401)]
    [TestCase(402)]
    public void Read_AnyDamage_CostsTheRecordsThatAreHitAndEachIsCounted(int seed)
    {
        string path = LeaveHalfCompleted(out int[] places);
        byte[] whole = File.ReadAllBytes(path);
        string[] expected = Read(whole, out int damaged, out _);
        Assert.That((expected.Length, damaged), Is.EqualTo((Records / 2, 0)));

        Chance chance = new(seed);
        for (int i = 0; i < Damages; i++)
        {
            bool isInHeader = i < 8 * JournalRecord.HeaderSize; // first each bit of one that is not completed
            int start = isInHeader ? places[1] + (i / 8) : chance.Below(places[^1]);
            int length = isInHeader ? 1 : chance.Of(1, 1, 1, 64, 512, whole.Length - start);
            byte[] bytes = [.. whole];
            bytes[start] ^= (byte)(1 << (i % 8));
            Span<byte> rest = bytes.AsSpan(start + 1, length - 1);
            rest.Fill(chance.Of<byte>(0, 0xEE));
            new Random(i).NextBytes(chance.OneIn(3) ? rest : []);
            int[] hit = [.. Enumerable.Range(0, Records).Where(number => places[number] < start + length && places[number + 1] > start)];
            bytes = start + length == whole.Length && chance.OneIn(2) ? bytes[..start] : bytes;
            string[] found = Read(bytes, out damaged, out int attempts);

            string which = $"{length} byte(s) from {start} on, seed {seed}";
            Assert.That(found, Is.SubsetOf(expected).And.Ordered.And.Unique, which);
            Assert.That(found, Is.SupersetOf(expected.Where(text => !hit.Contains(NumberOf(text)))), which);
            Assert.That(damaged, Is.LessThanOrEqualTo(hit.Length), which);
            int missing = expected.Length - found.Length;
            int least = hit.Contains(Records - 1) ? 0 : hit.Contains(0) ? Math.Min(1, missing) : missing; // by the records around them
            Assert.That(damaged, Is.GreaterThanOrEqualTo(least), which);
            Assert.That(attempts, Is.Zero, which);
        }

        static int NumberOf(string text) => int.Parse(text[..2], CultureInfo.InvariantCulture);
    }

    /// <summary>As a disk loses a page: a segment that begins with zeros is not one that was never used.</summary>
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

    /// <param name="places">Where each record is, and behind them the end.</param>
    private string LeaveHalfCompleted(out int[] places)
    {
        using Lane lane = Lane.Create(Scene.Journal);
        using Segment segment = lane.CreateSegment(Segment.UsualSize, number: 1);
        JournalRecord[] records =
            [.. Enumerable.Range(0, Records).Select(i => JournalFiles.WriteDown(Some.Event($"{i:d2} {new string('x', i * 11)}")))];
        places = [.. records.Select((record, i) => segment.Append(record, i)), 0];
        places[^1] = places[^2] + records[^1].Size;
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
