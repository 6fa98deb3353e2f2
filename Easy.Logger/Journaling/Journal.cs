using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using Easy.Logger.Rendering;

namespace Easy.Logger.Journaling;

/// <summary>
/// Keeps the queued events of one appender for the next run, in case this one is killed. It never makes a log call wait or fail: what
/// it does not hold is counted. Callers only write records; files are made, looked at and removed by the worker. Thread-safe.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Close does it, when the worker ends.")]
internal sealed class Journal
{
    private const int BytesPerEvent = 1024;

    /// <summary>The worker makes more segments when there are fewer that are empty.</summary>
    private const int MinSpare = 2;

    /// <summary>For so many looks a segment that was made for large events waits for the next one.</summary>
    private const int LooksForLarge = 60;

    private static readonly TimeSpan _lookEvery = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _firstRetry = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan _maxAlone = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan _retryEvery = TimeSpan.FromSeconds(30);

    private readonly object _lock = new();
    private readonly List<Segment> _spare = [];
    private readonly Dictionary<long, Segment> _segments = [];
    private readonly List<Lane> _abandoned = []; // whose files were removed, cut or moved
    private readonly Recovery _recovery;
    private readonly FailureReporter _reporter;
    private readonly TimeProvider _time;
    private readonly long[] _missed = new long[(int)JournalMiss.Damaged + 1];
    private readonly long _limit;
    private readonly int _initial;

    private Lane? _lane;
    private Segment? _current;
    private string? _problem; // why there is none
    private long _bytes; // of all segments
    private long _made; // segments, which are numbered so
    private long _nextNumber; // which is how many records were written
    private int _wanted; // the size of a record for which there was no segment
    private int _looksWithoutLarge;
    private Schedule _schedule;
    private bool _isFull; // the disk
    private bool _isClosed;

    /// <param name="folder">The full path.</param>
    /// <param name="queueLimit">The most events that wait.</param>
    /// <param name="limit">The most mebibytes.</param>
    /// <param name="reporter">Gets what goes wrong.</param>
    /// <param name="time">The clock.</param>
    public Journal(string folder, int queueLimit, int limit, FailureReporter reporter, TimeProvider time)
    {
        Folder = folder;
        _limit = (long)limit << 20;
        _initial = (int)Math.Min(limit, Math.Max(MinSpare, ((long)queueLimit * BytesPerEvent) >> 20));
        _reporter = reporter;
        _time = time;
        _recovery = new Recovery(folder, reporter);
    }

    public string Folder { get; }

    /// <summary>Whether the worker has something to do here.</summary>
    public bool NeedsCare => !_isClosed && (_recovery.IsUnderWay || NeedsTending);

    /// <summary>Whether it is something that waits for nothing.</summary>
    public bool NeedsTending => !_isClosed && (NeedsSegments || _time.GetTimestamp() >= _schedule.NextLook);

    /// <summary>Whether a recovery has gone on for so long that queued events do not wait for its end.</summary>
    public bool GivesWay => _schedule.HasLooked && _time.GetTimestamp() >= _schedule.GivesWayAt;

    /// <summary>Whether this is the first moment of a recovery, which a program that ends at once has, too.</summary>
    public bool IsBeginning => !_schedule.HasLooked || (_recovery.IsUnderWay && !GivesWay);

    /// <summary>When the worker has to look again.</summary>
    public long NextLook => _schedule.NextLook;

    /// <summary>Whether there are not enough segments for what may come.</summary>
    public bool NeedsSegments => _lane is not null && !_isFull && _bytes < _limit && (_spare.Count < MinSpare || _wanted > 0);

    /// <summary>What earlier runs left.</summary>
    public Recovery Recovery => _recovery;

    /// <summary>Begins: from now on events are written down. Never throws.</summary>
    public void Open()
    {
        TryOpenLane();
        MakeSegments();
        _schedule.NextRetry = _time.GetTimestamp(); // the worker looks for what earlier runs left
    }

    /// <summary>
    /// Writes an event down, on the caller's thread and without a lock: it may be code of the application that says what is in it.
    /// </summary>
    /// <returns>The record, to be returned; <see langword="null" /> when the event cannot be written down.</returns>
    public JournalRecord? WriteDown(in CapturedEvent captured, CapturePlan plan)
    {
        if (_lane is null)
        {
            return null;
        }

        JournalRecord record = JournalRecord.Rent();
        try
        {
            EventSerializer.Write(record, captured, plan);
            return record;
        }
        catch (Exception)
        {
            record.Return();
            return null; // too large, or there is no memory for it
        }
    }

    /// <summary>Keeps the record of an event that is behind all others.</summary>
    /// <param name="record">Its record; <see langword="null" /> when it could not be written down.</param>
    /// <returns>Where it is, to be completed when the event is forwarded or dropped; 0 when there is none.</returns>
    public long Append(JournalRecord? record)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_lane is not null && record is not null && SegmentFor(record.Size) is { } segment)
            {
                return (segment.Number << 32) | (uint)segment.Append(record, _nextNumber++);
            }

            _missed[(int)(_lane is null ? JournalMiss.Unavailable : record is null ? JournalMiss.TooLarge : JournalMiss.Full)]++;
            return 0;
        }
    }

    /// <summary>Marks records as completed: no later run forwards their events.</summary>
    /// <param name="places">Where they are; 0 for none.</param>
    public void Complete(ReadOnlySpan<long> places)
    {
        using (Uninterrupted.Lock(_lock))
        {
            foreach (long place in places)
            {
                if (_segments.TryGetValue(place >> 32, out Segment? segment))
                {
                    Complete(segment, (int)place);
                }
            }
        }
    }

    /// <summary>Whether a record is still there.</summary>
    public bool Has(long place)
    {
        using (Uninterrupted.Lock(_lock))
        {
            return _segments.ContainsKey(place >> 32);
        }
    }

    /// <summary>Copies the numbers.</summary>
    public JournalStatistics Statistics()
    {
        using (Uninterrupted.Lock(_lock))
        {
            return new JournalStatistics(_missed)
            {
                IsInUse = _segments.Count > 0,
                Problem = _problem,
                Journaled = _nextNumber,
                RejectedAtRecovery = _recovery.Rejected,
            };
        }
    }

    /// <summary>
    /// Worker only: makes segments, looks whether they still are the files they were, and looks for what earlier runs left. Never throws.
    /// </summary>
    public void Tend()
    {
        try
        {
            long now = _time.GetTimestamp();
            if (now >= _schedule.NextLook)
            {
                _schedule.NextLook = now + Ticks(_lookEvery);
                Look();
            }

            ReleaseAbandoned();
            if (now >= _schedule.NextRetry)
            {
                _schedule.NextRetry = now + Ticks(_schedule.HasLooked ? _retryEvery : _firstRetry);
                _isFull &= !_schedule.HasLooked; // not at once after the start
                if ((_lane is not null || TryOpenLane()) && !_recovery.IsUnderWay)
                {
                    _recovery.Find(_lane!, IsInUse, isStart: !_schedule.HasLooked);
                    _schedule.GivesWayAt = now + Ticks(_maxAlone);
                }

                _schedule.HasLooked = true;
            }

            MakeSegments();
        }
        catch (Exception e)
        {
            _reporter.Failed("the journal", e);
        }
    }

    /// <summary>
    /// Releases the journal, with what is in it: nothing when all events were forwarded. By the worker when it ends, so that a batch that
    /// it has comes back only if it does not.
    /// </summary>
    public void Close()
    {
        Segment[] segments;
        Lane? lane;
        using (Uninterrupted.Lock(_lock))
        {
            _isClosed = true;
            (segments, lane) = Detach();
        }

        try
        {
            _recovery.Dispose();
            ReleaseAbandoned();
            Array.ForEach(segments, segment => Drop(segment, isNeeded: segment.Live > 0));
            lane?.Release();
        }
        catch (Exception e)
        {
            lane?.Dispose();
            _reporter.Failed("the journal", e, "it was not closed");
        }
    }

    /// <summary>What earlier runs left in a lane is found again, by whoever comes first.</summary>
    private void ReleaseAbandoned()
    {
        if (!_recovery.IsUnderWay)
        {
            _abandoned.ForEach(lane => lane.Release());
            _abandoned.Clear();
        }
    }

    private static void Drop(Segment segment, bool isNeeded)
    {
        if (isNeeded)
        {
            segment.Dispose();
        }
        else
        {
            segment.Delete();
        }
    }

    private long Ticks(TimeSpan time) => (long)(time.TotalSeconds * _time.TimestampFrequency);

    private bool TryOpenLane()
    {
        try
        {
            Lane lane = Lane.Create(Folder);
            using (Uninterrupted.Lock(_lock))
            {
                _lane = lane;
                _problem = null;
            }

            return true;
        }
        catch (Exception e)
        {
            string reason = $"{e.GetType().Name}: {e.Message.TrimEnd('.')}";
            string problem = $"journal is '{Folder}', which cannot be used ({reason}): events are not journaled.";
            if (Interlocked.Exchange(ref _problem, problem) is null)
            {
                _reporter.Misconfigured(problem);
            }

            return false;
        }
    }

    /// <summary>Those for the start all or none: the log may be on the same disk.</summary>
    private void MakeSegments()
    {
        if (_lane is not { } lane || !NeedsSegments)
        {
            return;
        }

        List<Segment> made = [];
        int[] sizes =
        [
            .. _wanted > 0 ? new[] { Segment.SizeFor(_wanted) } : [],
            .. Enumerable.Repeat(Segment.UsualSize, _bytes == 0 ? _initial : Math.Max(0, MinSpare - _spare.Count)),
        ];
        long room = _limit - _bytes;
        try
        {
            foreach (int size in sizes)
            {
                room -= size;
                if (room >= 0)
                {
                    made.Add(lane.CreateSegment(size, ++_made));
                }
            }
        }
        catch (Exception e)
        {
            made.ForEach(segment => segment.Delete());
            made.Clear();
            _isFull = true;
            _problem = $"journal is '{Folder}', for which there is no room ({e.Message.TrimEnd('.')}).";
            _reporter.Failed("the journal", e, "events for which there is no room in it are not journaled");
        }

        using (Uninterrupted.Lock(_lock))
        {
            _wanted = 0;
            _problem = made.Count > 0 ? null : _problem;
            _isFull |= made.Count == 0 && _limit - _bytes < Segment.UsualSize; // until the next look
            _spare.InsertRange(0, made); // a large one is used for others only when there is nothing else
            made.ForEach(segment => _segments.Add(segment.Number, segment));
            _bytes += made.Sum(segment => segment.Size);
        }
    }

    /// <summary>The empty one that was used last is the one whose memory is at hand.</summary>
    private Segment? SegmentFor(int record)
    {
        bool isUsual = Segment.SizeFor(record) == Segment.UsualSize;
        if (isUsual && _current?.HasRoomFor(record) == true)
        {
            return _current;
        }

        _looksWithoutLarge = isUsual ? _looksWithoutLarge : 0;

        int at = _spare.Count - 1;
        while (at >= 0 && !_spare[at].HasRoomFor(record))
        {
            at--;
        }

        if (at < 0)
        {
            _wanted = isUsual ? _wanted : Math.Max(_wanted, record);
            return null;
        }

        Segment found = _spare[at];
        _spare.RemoveAt(at);
        _current = isUsual ? found : _current;
        return found;
    }

    private void Complete(Segment segment, int at)
    {
        segment.Complete(at);
        if (segment.Live == 0 && segment != _current)
        {
            _spare.Insert(segment.Size == Segment.UsualSize ? _spare.Count : 0, segment);
        }
    }

    private bool IsInUse(string path)
    {
        using (Uninterrupted.Lock(_lock))
        {
            return _segments.Values.Any(segment => segment.Path == path);
        }
    }

    private void Look()
    {
        Segment[] segments;
        Segment? surplus;
        using (Uninterrupted.Lock(_lock))
        {
            segments = [.. _segments.Values];
            bool isMany = _spare.Count(segment => segment.Size == Segment.UsualSize) > Math.Max(_initial, MinSpare);
            bool isLarge = _looksWithoutLarge++ >= LooksForLarge;
            surplus = _spare.Find(segment => segment.Size == Segment.UsualSize ? isMany : isLarge);
            if (surplus is not null)
            {
                _spare.Remove(surplus);
                _segments.Remove(surplus.Number);
                _bytes -= surplus.Size;
            }
        }

        if (_lane is not null && (!_lane.IsIntact() || !Array.TrueForAll(segments, segment => segment.IsIntact())))
        {
            Abandon();
        }

        surplus?.Delete();
    }

    /// <summary>
    /// Somebody has removed, moved or cut the files. The events that are queued now are journaled no more; those to come are, elsewhere.
    /// </summary>
    private void Abandon()
    {
        Segment[] segments;
        Lane? lane;
        using (Uninterrupted.Lock(_lock))
        {
            (segments, lane) = Detach();
            _missed[(int)JournalMiss.Damaged] += segments.Sum(segment => segment.Live);
        }

        Array.ForEach(segments, segment => segment.Delete());
        _abandoned.Add(lane!); // the recovery may still read there
        ReleaseAbandoned();
        _reporter.Warn($"files of the journal '{lane!.Path}' were removed, moved or cut while it was in use: "
            + "the events in the queue now do not survive a kill.");
        TryOpenLane();
        _schedule.NextRetry = _time.GetTimestamp();
    }

    private (Segment[] Segments, Lane? Lane) Detach()
    {
        (Segment[] Segments, Lane? Lane) detached = ([.. _segments.Values], _lane);
        _lane = null;
        _current = null;
        _segments.Clear();
        _spare.Clear();
        _bytes = 0;
        return detached;
    }

    /// <summary>When the worker looks at its own files, when after those of earlier runs; in ticks of the clock.</summary>
    private struct Schedule
    {
        public long NextLook;
        public long NextRetry;
        public long GivesWayAt;
        public bool HasLooked;
    }
}
