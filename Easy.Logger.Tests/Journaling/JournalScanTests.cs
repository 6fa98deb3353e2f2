using Easy.Logger.Journaling;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Journaling;

/// <summary>What is found in a file that was left as it was: whole records in order, torn ones counted.</summary>
internal sealed class JournalScanTests
{
    private const int Capacity = 4096;

    private readonly TempFolder _folder = new();

    [TearDown]
    public void End() => _folder.Dispose();

    [Test]
    public void Scan_RecordsFromAnyOffsetOn_AllAreFoundOverTheEndOfTheRing()
    {
        using JournalFile file = Open();
        for (int tail = 0; tail < Capacity; tail += 8)
        {
            WriteThree(file, tail);

            JournalScan scan = JournalScan.Of(file);

            Assert.That(Messages(scan), Is.EqualTo(new[] { "first", "second, a longer one", "3" }), $"{tail}");
            Assert.That(scan.Torn, Is.Zero, $"{tail}");
        }
    }

    /// <summary>Whatever one damaged byte is part of, only that record is missing.</summary>
    [Test]
    public void Scan_AnyByteDamaged_OneTornRecordAndTheOthers()
    {
        using JournalFile file = Open();
        WriteThree(file, tail: 0);
        int torn = 0;
        byte[] ring = Ring(file);
        for (int offset = 0; offset < file.Tail; offset++)
        {
            ring[offset] ^= 0xFF;
            file.Write(0, ring, ring.Length);

            JournalScan scan = JournalScan.Of(file);

            // A byte that only fills a record up to a multiple of eight is not part of it.
            Assert.That(scan.Records, Has.Count.EqualTo(3 - scan.Torn), $"{offset}");
            Assert.That(scan.Torn, Is.LessThanOrEqualTo(1), $"{offset}");
            Assert.That(Messages(scan), Is.SubsetOf(new[] { "first", "second, a longer one", "3" }).And.Unique, $"{offset}");
            Assert.That(scan.Tail, Is.EqualTo(file.Tail), $"{offset}");
            torn += scan.Torn;
            ring[offset] ^= 0xFF;
        }

        Assert.That(torn, Is.GreaterThan(file.Tail - (3 * 8)));
    }

    /// <summary>A kill in the middle of a write: the tail was moved, the record is not whole.</summary>
    [Test]
    public void Scan_LastRecordEndsAnywhere_ItIsTornAndTheOthersAreThere()
    {
        using JournalFile file = Open();
        long[] positions = WriteThree(file, tail: 0);
        byte[] whole = Ring(file);
        for (int written = 0; written < file.Tail - positions[2] - 8; written++)
        {
            byte[] ring = [.. whole];
            Array.Fill(ring, (byte)0xAA, (int)positions[2] + written, Capacity - (int)positions[2] - written);
            file.Write(0, ring, ring.Length);

            JournalScan scan = JournalScan.Of(file);

            Assert.That(Messages(scan), Is.EqualTo(new[] { "first", "second, a longer one" }), $"{written}");
            Assert.That(scan.Torn, Is.EqualTo(1), $"{written}");
        }
    }

    [Test]
    public void Open_FileCutAnywhere_WholeRecordsAreThereAndTheRestIsTorn()
    {
        string path = _folder.File("cut");
        long[] positions;
        long tail;
        using (JournalFile file = JournalFile.Open(path, Capacity))
        {
            positions = WriteThree(file, tail: 0);
            tail = file.Tail;
        }

        byte[] whole = File.ReadAllBytes(path);
        for (int length = 0; length < tail; length += 3)
        {
            File.WriteAllBytes(path, whole[..(JournalFile.HeaderSize + length)]);

            using JournalFile file = JournalFile.Open(path, Capacity);
            JournalScan scan = JournalScan.Of(file);

            int kept = positions.Skip(1).Append(tail).Count(end => end <= length);
            Assert.That(scan.Records, Has.Count.EqualTo(kept).Or.Count.EqualTo(kept + 1), $"{length}"); // the cut may only take what fills the record up
            Assert.That(scan.Torn, Is.EqualTo(scan.Records.Count < 3 ? 1 : 0), $"{length}");
        }
    }

    /// <summary>The same bytes one lap later are not the same records.</summary>
    [Test]
    public void Scan_RecordsOfAnEarlierLap_AreNotFound()
    {
        using JournalFile file = Open();
        WriteThree(file, tail: 0);
        file.Release = Capacity;
        file.Tail = Capacity + 1000;

        JournalScan scan = JournalScan.Of(file);

        Assert.That(scan.Records, Is.Empty);
    }

    /// <summary>After a crash of the operating system the page with the tail may be older than the records.</summary>
    [Test]
    public void Scan_RecordsBehindTheTail_AreFound()
    {
        using JournalFile file = Open();
        long[] positions = WriteThree(file, tail: 0);
        long tail = file.Tail;
        file.Tail = positions[1];

        JournalScan scan = JournalScan.Of(file);

        Assert.That(scan.Records, Has.Count.EqualTo(3));
        Assert.That(scan.Tail, Is.EqualTo(tail));
    }

    [Test]
    public void Scan_ReleasePointInTheMiddle_OnlyWhatComesAfterIt()
    {
        using JournalFile file = Open();
        file.Release = WriteThree(file, tail: 0)[2];

        Assert.That(Messages(JournalScan.Of(file)), Is.EqualTo(new[] { "3" }));
    }

    [Test]
    public void Scan_RecordMarkedDead_IsNeitherFoundNorTorn()
    {
        using JournalFile file = Open();
        long[] positions = WriteThree(file, tail: 0);
        file.Write((int)positions[1], RecordKind.Dead);

        JournalScan scan = JournalScan.Of(file);

        Assert.That(Messages(scan), Is.EqualTo(new[] { "first", "3" }));
        Assert.That(scan.Torn, Is.Zero);
    }

    /// <summary>A kill between the two steps of moving a record leaves it twice.</summary>
    [Test]
    public void Scan_RecordThatWasBeingMoved_IsThereOnceAtItsPlace()
    {
        using JournalFile file = Open();
        file.Release = 0;
        JournalRing ring = new(file, tail: 0);
        long first = Append(ring, "one", 0);
        long second = Append(ring, "two", 1);
        Assert.That(ring.Move(first, (int)(second - first)), Is.Not.Null);

        Assert.That(Messages(JournalScan.Of(file)), Is.EqualTo(new[] { "one", "two" }));
        Assert.That(JournalScan.Of(file).Torn, Is.Zero);
    }

    private static long[] WriteThree(JournalFile file, int tail)
    {
        file.Release = tail;
        JournalRing ring = new(file, tail);
        return [Append(ring, "first", 0), Append(ring, "second, a longer one", 1), Append(ring, "3", 2)];
    }

    private static long Append(JournalRing ring, string message, long number)
    {
        JournalRecord record = JournalDriver.WriteDown(Some.Event(message))!;
        long position = ring.Append(record, number);
        record.Return();
        return position;
    }

    private static byte[] Ring(JournalFile file)
    {
        byte[] ring = new byte[file.Capacity];
        file.Read(0, ring, ring.Length);
        return ring;
    }

    private static IEnumerable<string?> Messages(JournalScan scan) => scan.Records.Select(record => record.Event.RenderedMessage);

    private JournalFile Open() => JournalFile.Open(_folder.File("journal"), Capacity);
}
