using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Capture;
using Easy.Logger.Diagnostics;
using log4net.Core;

namespace Easy.Logger.Journaling;

/// <summary>
/// What earlier runs left: takes the segments of lanes whose owner is gone into the own lane, and gives their events away batch by batch.
/// Worker only.
/// </summary>
internal sealed class Recovery(string folder, FailureReporter reporter) : IDisposable
{
    private const string RejectedExtension = ".rejected";

    /// <summary>Queued events come between: there may be any number of segments without events.</summary>
    private const int MaxSegmentsAtOnce = 8;

    // An appender may take ten milliseconds for an event or one for thousands, and queued events wait meanwhile.
    private const int MaxSize = 1 << 16;
    private static readonly TimeSpan _shortStep = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan _longStep = TimeSpan.FromMilliseconds(200);

    private readonly Queue<string> _segments = new();
    private readonly List<int> _given = []; // where the records of the batch are that is given away
    private byte[] _buffer = [];
    [SuppressMessage("Usage", "CA2213", Justification = "Dispose does it, by Close.")]
    private SegmentReader? _reader;
    private bool _isStart;
    private string? _postponed; // a lane: its events stay in order
    private bool _keepsReader; // some of its events stay for a later attempt
    private int _size = 1; // of the next batch, until it is known how fast the appenders are
    private bool _goesSingly; // so that the events before one that ends the process are not written at each attempt

    public string Folder => folder;

    /// <summary>Whether there is more.</summary>
    public bool IsUnderWay => _reader is not null || _segments.Count > 0;

    /// <summary>Events given away since <see cref="Find" />.</summary>
    public int Events { get; private set; }

    /// <summary>Records that were unreadable since then.</summary>
    public int Damaged { get; private set; }

    /// <summary>Events on which the process ended again and again, since the appender was made.</summary>
    public long Rejected { get; private set; }

    /// <summary>Looks for segments that nobody owns.</summary>
    /// <param name="own">The own lane, which gets them.</param>
    /// <param name="isInUse">Whether it uses a segment itself.</param>
    /// <param name="isStart">
    /// Whether the process has just begun: then those stay for later that were given away before and did not end. What ends the process
    /// does not keep it from its work, and a process that is killed again and again for other reasons wastes no attempt.
    /// </param>
    public void Find(Lane own, Func<string, bool> isInUse, bool isStart)
    {
        _isStart = isStart;
        _postponed = null;
        Clear();
        foreach (string path in Lane.In(folder))
        {
            if (Path.GetFileName(path) != Path.GetFileName(own.Path))
            {
                TryTakeOver(path, own);
            }
        }

        // All at once: what one run has left may be in several lanes, after runs that were killed while they took it over.
        string[] found = Array.FindAll(Lane.SegmentsIn(own.Path), path => !isInUse(path));
        foreach (string path in found.OrderBy(NameOfLane, StringComparer.Ordinal).ThenBy(SegmentReader.FirstNumber))
        {
            _segments.Enqueue(path);
        }
    }

    /// <summary>Begins to count anew.</summary>
    public void Clear() => Events = Damaged = 0;

    /// <summary>
    /// The next events. <see cref="BeginAttempt" /> says that they are given away, and <see cref="Complete" /> what came of them, before
    /// the next ones.
    /// </summary>
    /// <param name="most">The most events; there are fewer where the last ones took long.</param>
    /// <param name="timestamp">The time.</param>
    /// <returns><see langword="null" /> when there are none, or it takes another call to find them.</returns>
    public CapturedEvents? TakeNext(int most, long timestamp)
    {
        _keepsReader |= _given.Count > 0; // nobody has said what came of them
        _given.Clear();
        if (Current() is not { } reader)
        {
            return null;
        }

        _goesSingly |= reader.Attempts > 0;
        most = _goesSingly ? 1 : Math.Min(most, _size);
        CapturedEvents events = new(most);
        bool keepsReader = _keepsReader;
        _keepsReader = true; // if there is no memory for what follows
        events.Begin(CapturePlan.Everything, firstSequence: 0, timestamp);
        while (events.Used < most && (events.Used == 0 || reader.Attempts == 0) && reader.TryReadNext(out LoggingEvent? next, out int at))
        {
            events.Add(next!);
            _given.Add(at);
        }

        _keepsReader = keepsReader;
        Events += events.Used;
        return events;
    }

    /// <summary>From here on it may be one of these events that ends the process.</summary>
    public void BeginAttempt() => _reader!.BeginAttempt(_given[0]);

    /// <summary>Completes the events that were given away.</summary>
    /// <param name="stays">Whether an event is to be given away again later.</param>
    /// <param name="time">How long it took.</param>
    public void Complete(Func<int, bool> stays, TimeSpan time)
    {
        _size = time < _shortStep ? Math.Min(_size * 2, MaxSize) : time > _longStep ? Math.Max(_size / 2, 1) : _size;
        for (int i = 0; i < _given.Count; i++)
        {
            if (stays(i))
            {
                _keepsReader = true;
                _reader!.EndAttempt(_given[i]);
            }
            else
            {
                _reader!.Complete(_given[i]);
            }
        }

        _given.Clear();
        _ = Current(); // an empty segment goes at once
    }

    /// <summary>
    /// An attached appender hangs, which is not the fault of the events that it has: their attempt does not count. By any thread.
    /// </summary>
    public void TakeBackAttempt()
    {
        try
        {
            _reader?.TakeBackAttempt();
        }
        catch (ObjectDisposedException)
        {
            // The worker has come back after all.
        }
    }

    public void Dispose()
    {
        _segments.Clear();
        Close(delete: false);
    }

    private static string NameOfLane(string path) => Path.GetFileName(path).Substring(0, Path.GetFileName(path).LastIndexOf('-'));

    /// <returns>The segment that has the next events; <see langword="null" /> when it is not found yet, or there are none.</returns>
    private SegmentReader? Current()
    {
        for (int opened = 0; _reader?.HasNext() != true || !MayGiveAway(_reader); opened++)
        {
            Damaged += _reader?.HasNext() == false ? _reader.Damaged : 0;
            Close(delete: !_keepsReader && _reader?.LeavesEvents != true);
            if (_segments.Count == 0)
            {
                _buffer = [];
                return null;
            }

            if (opened == MaxSegmentsAtOnce)
            {
                return null;
            }

            Open(_segments.Dequeue());
        }

        return _reader;
    }

    private void Open(string path)
    {
        try
        {
            _reader = SegmentReader.Open(path, ref _buffer);
            _goesSingly = false;
        }
        catch (Exception e)
        {
            Damaged += File.Exists(path) ? 0 : 1;
            reporter.Failed("the journal", e, $"'{path}' cannot be read");
        }
    }

    /// <summary>Whether the next event may be given away, over which the process may have ended before.</summary>
    private bool MayGiveAway(SegmentReader reader)
    {
        int attempts = reader.Attempts;
        string lane = NameOfLane(reader.Path);
        if (attempts >= SegmentReader.MaxAttempts)
        {
            Reject(reader, attempts);
        }
        else if (_isStart && (attempts > 0 || lane == _postponed))
        {
            _postponed = lane;
        }
        else
        {
            return true;
        }

        _keepsReader = true;
        return false;
    }

    /// <summary>Somebody should look at it: the process ended whenever its next batch was written.</summary>
    private void Reject(SegmentReader reader, int attempts)
    {
        string rejected = Path.Combine(folder, Path.GetFileName(reader.Path) + RejectedExtension);
        try
        {
            File.Move(reader.Path, rejected);
        }
        catch (Exception e)
        {
            reporter.Failed("the journal", e, $"'{reader.Path}' cannot be put aside");
            return;
        }

        int count = 0;
        reader.Rewind();
        while (reader.TryReadNext(out _, out _))
        {
            count++;
        }

        Rejected += count;
        reporter.Warn($"{count} event(s) of an earlier run are not written: the process ended {attempts} times while one of them was. "
            + $"They are in '{rejected}'.");
    }

    private void Close(bool delete)
    {
        if (_reader is { } reader)
        {
            _reader = null;
            _keepsReader = false;
            reader.Dispose();
            if (delete && File.Exists(reader.Path)) // somebody may have removed its folder
            {
                File.Delete(reader.Path);
            }
        }
    }

    /// <summary>Only where it takes no time to see.</summary>
    private bool IsUnused(string path)
    {
        try
        {
            if (new FileInfo(path).Length > Segment.UsualSize || SegmentReader.FirstNumber(path) != 0)
            {
                return false;
            }

            using SegmentReader found = SegmentReader.Open(path, ref _buffer, FileAccess.Read);
            return found.IsUnused;
        }
        catch (Exception)
        {
            return false; // whoever opens it then sees why
        }
    }

    private void TryTakeOver(string lane, Lane own)
    {
        try
        {
            using Lane? gone = Lane.TryTakeOver(lane);
            string[] segments = gone is null ? [] : Lane.SegmentsIn(lane);
            Damaged += gone is null ? 0 : Lane.FilesIn(lane).Length - segments.Length; // they were cut
            foreach (string path in Array.FindAll(segments, path => !IsUnused(path))) // those go with the lane
            {
                File.Move(path, Path.Combine(own.Path, Path.GetFileName(path)));
            }

            gone?.Remove();
        }
        catch (DirectoryNotFoundException) when (!Directory.Exists(lane))
        {
            // Another process has just finished with it.
        }
        catch (Exception e)
        {
            reporter.Failed("the journal", e, $"'{lane}' cannot be taken over");
        }
    }
}
