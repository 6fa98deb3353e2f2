using Easy.Logger.Buffering;
using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Journaling;
using log4net.Core;

namespace Easy.Logger.Tests.Support;

/// <summary>
/// A queue with a journal, on a clock by hand. The test is its worker. What a kill would leave is the file as it is at that moment, so a copy of it is a kill.
/// </summary>
internal sealed class JournalDriver : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly ManualTimeProvider _clock = new();
    private readonly int _capacity;
    private JournalFile _file;
    private LoggingEvent[] _inHand = [];
    private int _files;

    public JournalDriver(BufferingOptions options, int capacity)
    {
        _capacity = capacity;
        _file = JournalFile.Open(NextPath(), capacity);
        Queue = Attach(options);
    }

    public EventQueue Queue { get; private set; }

    /// <summary>Bytes of the ring that one record may take.</summary>
    public int LargestRecord => _capacity / 16;

    public BufferStatistics Statistics => Queue.Snapshot(BufferState.Running, lastError: null);

    public IReadOnlyList<string> InHand => Messages(_inHand);

    /// <summary>Takes an event in as the pipeline does.</summary>
    /// <returns>Whether it was written down.</returns>
    public bool Enqueue(string message, Level? level = null)
    {
        LoggingEvent loggingEvent = Some.Event(message, level);
        JournalRecord? record = WriteDown(loggingEvent, LargestRecord);
        Queue.Enqueue(loggingEvent, urgent: false, record);
        record?.Return();
        return record is not null;
    }

    /// <summary>Events with messages of this length until the first that finds no room; that one is the last of the messages.</summary>
    public IReadOnlyList<string> Fill(int messageLength)
    {
        List<string> messages = [];
        do
        {
            messages.Add($"{messages.Count}".PadRight(messageLength));
            Enqueue(messages[^1]);
        }
        while (Statistics.Dropped == 0);

        return messages;
    }

    /// <summary>The next batch; whatever waits is old enough.</summary>
    public IReadOnlyList<string> Take()
    {
        _clock.Advance(TimeSpan.FromHours(1));
        return TakeDue();
    }

    /// <summary>The next batch, which has to be due.</summary>
    public IReadOnlyList<string> TakeDue()
    {
        QueueWork work = QueueWork.End;
        Eventually.Returns(
            () =>
            {
                do
                {
                    work = WaitForWork();
                }
                while (work == QueueWork.Recovery);
            },
            "the next batch");
        Assert.That(work, Is.EqualTo(QueueWork.Batch));
        return InHand;
    }

    public void Settle(int failed = 0)
    {
        BatchResult result = new();
        result.Count(_inHand.Length - failed, failed);
        _inHand = [];
        Queue.Settle(result);
    }

    /// <summary>What a run would find that begins now, and how many torn records.</summary>
    public (IReadOnlyList<string> Messages, int Torn) Survivors()
    {
        using JournalFile copy = Copy();
        JournalScan scan = JournalScan.Of(copy);
        return (Messages(scan.Records.Select(record => record.Event)), scan.Torn);
    }

    /// <summary>What the queue holds: the batch under way, then what waits. Ends it.</summary>
    public IReadOnlyList<string> CloseAndDrain()
    {
        List<string> held = [.. InHand];
        Settle();
        Queue.Close();
        while (WaitForWork() is QueueWork.Batch or QueueWork.Recovery)
        {
            held.AddRange(InHand);
            Settle();
        }

        return held;
    }

    /// <summary>Goes on with another queue and the file as it is now.</summary>
    public void Restart(BufferingOptions options) => Restart(options, out _);

    /// <inheritdoc cref="Restart(BufferingOptions)" />
    public void Restart(BufferingOptions options, out IReadOnlyList<string> held)
    {
        JournalFile copy = Copy();
        held = CloseAndDrain();
        _file.Dispose();
        _file = copy;
        _inHand = [];
        Queue = Attach(options);
    }

    public void Dispose()
    {
        _file.Dispose();
        _folder.Dispose();
    }

    /// <summary>What the journal keeps of an event; <see langword="null" /> when it is too large.</summary>
    public static JournalRecord? WriteDown(LoggingEvent loggingEvent, int limit = int.MaxValue)
    {
        JournalRecord record = JournalRecord.Rent(limit);
        try
        {
            EventFormat.Write(record, loggingEvent);
            return record;
        }
        catch (InvalidOperationException)
        {
            record.Return();
            return null;
        }
    }

    /// <summary>The whole of a journal that is in use, into another file: a second handle may not read the first one's.</summary>
    public static JournalFile Copy(JournalFile source, string path)
    {
        byte[] ring = new byte[source.Capacity];
        source.Read(0, ring, ring.Length);
        JournalFile copy = JournalFile.Open(path, source.Capacity);
        copy.Write(0, ring, ring.Length);
        copy.Release = source.Release;
        copy.Tail = source.Tail;
        return copy;
    }

    private static IReadOnlyList<string> Messages(IEnumerable<LoggingEvent> events) => [.. events.Select(loggingEvent => loggingEvent.RenderedMessage!)];

    private QueueWork WaitForWork()
    {
        object? work = Queue.WaitForWork();
        _inHand = work is CapturedEvents batch ? batch.ToArray() : [];
        return QueueDriver.KindOf(work);
    }

    private JournalFile Copy() => Copy(_file, NextPath());

    private string NextPath() => _folder.File($"{_files++}.journal");

    private EventQueue Attach(BufferingOptions options)
    {
        EventQueue queue = new(options, _clock);
        Assert.That(queue.Attach(CrashJournal.Open(_file, out JournalRecovery recovery), recovery), Is.True);
        return queue;
    }
}
