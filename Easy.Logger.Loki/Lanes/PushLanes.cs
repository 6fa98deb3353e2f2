using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Sending;
using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Loki.Lanes;

/// <summary>
/// Pushes that were not delivered wait here, on disk or in memory, each tenant's in a lane of its own, and one thread sends them in the
/// order in which they came, a lane before anything newer of it. Keeping is for one thread at a time; everything else is thread-safe.
/// </summary>
[SuppressMessage("Usage", "CA2213", Justification = "The thread disposes of what it uses; Flush may come after Close.")]
internal sealed partial class PushLanes : IDisposable
{
    private const int SegmentBytes = 8 * 1024 * 1024;

    /// <summary>How long the thread may take to end: what it is sending ends at once.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(1);

    /// <summary>When a folder that is in use is asked for again: the appender of an old configuration has it for a moment.</summary>
    private static readonly TimeSpan _untilNextTry = TimeSpan.FromSeconds(1);

    /// <summary>After which somebody who waits for room looks again whether to go on waiting.</summary>
    private static readonly TimeSpan _moment = TimeSpan.FromMilliseconds(200);

    private static readonly RetrySchedule _onDisk = new(Timeout.InfiniteTimeSpan);

    private readonly LokiSettings _settings;
    private readonly IReadOnlyList<SpilledPush> _inherited;
    private readonly RetrySchedule _inMemory;
    private readonly Action<string> _report;
    private readonly PushAttempts _attempts;
    private readonly PushEncoder _encoder;
    private readonly LokiCounters _counters;
    private readonly AgeClock _clock;
    private readonly LaneStates _states;
    private readonly CancellationTokenSource _closing = new();
    private readonly CancellationToken _closed;
    private readonly AutoResetEvent _hasMore = new(initialState: false);
    private readonly AutoResetEvent _hasMoved = new(initialState: false); // for who waits for room
    private readonly ManualResetEventSlim _isTried = new(initialState: false);
    private readonly ManualResetEventSlim _isEmpty = new(initialState: true);
    private readonly EncodedPush _push = new();
    private readonly PushBatch _batch = new();
    private readonly ByteBuffer _plain = new(capacity: 64 * 1024);
    private readonly ByteBuffer _kept = new(capacity: 16 * 1024);
    private readonly ByteBuffer _keptPlain = new(capacity: 64 * 1024);
    private readonly object _countLock = new();
    private readonly object _emptyLock = new();
    private readonly object _handOverLock = new();
    private readonly Thread _thread;
    private readonly Func<string, long?> _rankOf;
    private readonly Stopwatch _untilFolder = new();
    private string _folder = string.Empty; // the whole path
    private int _folderTries;
    private long _lookedAt; // when the thread asked last which lane is due
    private int _appending; // under the lock of _isEmpty
    private IReadOnlyList<SpilledPush>? _taken; // by whoever follows
    private volatile PushStore? _store;
    private volatile bool _isOnDisk;
    private bool _isFolderWanted;

    /// <summary>Begins to open it, with what is there from before, which may be much: nobody waits for it but the first push.</summary>
    public PushLanes(
        LokiSettings settings,
        IReadOnlyList<SpilledPush> inherited,
        PushTransport transport,
        LokiCounters counters,
        Action<string> report,
        AgeClock clock,
        PushInProgress inProgress)
    {
        _settings = settings;
        _inherited = inherited;
        _inMemory = new RetrySchedule(settings.RetryLimit);
        _attempts = new PushAttempts(transport, settings.DropRateLimited, counters, clock.Time, inProgress);
        _encoder = new PushEncoder(settings.Encoding, settings.Compression);
        _counters = counters;
        _report = report;
        _clock = clock;
        _states = new LaneStates(_attempts, clock.Time);
        _closed = _closing.Token;
        _isFolderWanted = settings.SpillPath is not null;
        _rankOf = lane => _states.RankOf(lane, _lookedAt, tenant => _store?.Has(tenant) == true);
        if (inherited.Count > 0)
        {
            _isEmpty.Reset();
        }

        _thread = BackgroundThread.Start(Run, $"Easy.Logger lanes of {counters.Name}");
    }

    /// <summary>Whether pushes may have to wait: for a folder, behind others of their tenant, or as some do already.</summary>
    public static bool AreNeeded(LokiSettings settings, IReadOnlyList<SpilledPush> inherited) =>
        settings.SpillPath is not null || settings.TenantProperty is not null || inherited.Count > 0;

    /// <summary>Whether pushes can wait on disk now.</summary>
    public bool IsOnDisk => _isOnDisk;

    /// <summary>Whether pushes can wait here, once that is known.</summary>
    public bool IsReady
    {
        get
        {
            _ = Uninterrupted.Wait(() => _isTried.Wait(Timeout.Infinite));
            return _store is not null;
        }
    }

    /// <summary>Whether a push has to wait: behind others of its tenant, or because the server is away.</summary>
    public bool MustWait(string? tenant)
    {
        if (!IsReady)
        {
            return false;
        }

        using (Uninterrupted.Lock(_handOverLock)) // those that move to the folder are nowhere for a moment
        {
            return _store is { IsEmpty: false } store && (store.Has(tenant ?? string.Empty) || _states.IsServerAway);
        }
    }

    /// <summary>Notes the answer to a push that did not wait here.</summary>
    public void Note(string? tenant, PushReply reply) => _states.Note(tenant ?? string.Empty, reply);

    /// <summary>
    /// Whether the push of a tenant that found no room is dropped rather than waited with, because others get through. If so, it counts as
    /// dropped here from now on.
    /// </summary>
    public bool OthersGetThrough(string? tenant)
    {
        string lane = tenant ?? string.Empty;
        bool isDropped = _states.OthersGetThrough(lane);
        if (isDropped && _store?.Has(lane) != true)
        {
            _states.NoteDropped(lane);
        }

        return isDropped;
    }

    /// <summary>Waits until a push was removed or tried, or for a moment.</summary>
    /// <returns><see langword="false" /> when it was ended.</returns>
    public bool WaitForRoom(CancellationToken cancellation) =>
        Uninterrupted.Wait(() => WaitHandle.WaitAny([cancellation.WaitHandle, _closed.WaitHandle, _hasMoved], _moment))
            is 2 or WaitHandle.WaitTimeout;

    /// <summary>Keeps lines for a later try. There is no reply when they were not tried.</summary>
    public KeepResult Keep(PushBatch batch, int first, int count, string? tenant, TimeSpan age, PushReply? reply)
    {
        if (_store is not { } store)
        {
            return KeepResult.Refused;
        }

        string lane = tenant ?? string.Empty;
        bool isNew = !store.Has(lane);
        if (isNew && reply is { } answer && !_states.Fail(lane, ScheduleOf(store), age, answer, number: 0, count))
        {
            _states.Remove(lane);
            return KeepResult.Refused;
        }

        PushFrame.Write(batch, first, count, _keptPlain, _kept);
        byte[] head = PushFrame.Head(tenant, _clock.Milliseconds - (long)age.TotalMilliseconds);
        bool isKept = Append(store, count, head, _kept.Written);
        if (!isKept && StoreNow() is { } now && !ReferenceEquals(now, store))
        {
            store = now; // the folder was opened meanwhile
            isKept = Append(store, count, head, _kept.Written);
        }

        if (isNew && !isKept && store is SpillStore)
        {
            _states.Remove(lane);
        }

        _kept.Clear();
        _keptPlain.Clear();
        return isKept ? KeepResult.Kept : store is MemoryStore ? KeepResult.Full : KeepResult.Refused;
    }

    /// <summary>Waits until nothing waits any more.</summary>
    /// <returns>Whether it is so.</returns>
    public bool Flush(int millisecondsTimeout)
    {
        int timeout = millisecondsTimeout < 0 ? Timeout.Infinite : millisecondsTimeout;
        try
        {
            return _isTried.Wait(timeout, _closed) && _isEmpty.Wait(timeout, _closed);
        }
        catch (OperationCanceledException)
        {
            return _isEmpty.IsSet;
        }
    }

    /// <summary>After <see cref="Dispose" />: waits until nothing is being sent any more.</summary>
    /// <returns>Whether it is so.</returns>
    public bool WaitForEnd(int millisecondsTimeout) => _thread.Join(millisecondsTimeout);

    /// <summary>Ends the thread. What is on disk stays there.</summary>
    public void Dispose()
    {
        _closing.Cancel();
        if (Uninterrupted.Wait(() => _thread.Join(_patience)))
        {
            _closing.Dispose();
        }

        using (Uninterrupted.Lock(_handOverLock))
        {
            _taken = _store is MemoryStore memory ? memory.TakeAll() : _store is null ? _inherited : [];
        }

        _kept.Dispose();
        _keptPlain.Dispose();
    }

    /// <summary>After <see cref="Dispose" />: takes the pushes that wait in memory, for the lanes that follow.</summary>
    public IReadOnlyList<SpilledPush> TakeAll() => _taken ?? [];

    private static int ProcessId() =>
#if NET
        Environment.ProcessId;
#else
        Process.GetCurrentProcess().Id;
#endif

    /// <summary>Where pushes wait: in the folder when they are moving there now.</summary>
    private PushStore? StoreNow()
    {
        using (Uninterrupted.Lock(_handOverLock))
        {
            return _store;
        }
    }

    private bool Append(PushStore store, int lines, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        using (Uninterrupted.Lock(_emptyLock))
        {
            _appending++;
            _isEmpty.Reset(); // before the lines are counted here: whoever sees them waits for them in Flush
        }

        bool isKept = false;
        Unspill(store, -lines); // before the thread may send them
        try
        {
            isKept = store.TryAppend(lines, head, body);
        }
        finally
        {
            using (Uninterrupted.Lock(_emptyLock))
            {
                _appending--;
            }

            Unspill(store, isKept ? 0 : lines);
            CountDropped(store);
            _hasMore.Set(); // the thread looks again whether there is nothing
        }

        return isKept;
    }

    /// <summary>On disk a push waits as long as there is room.</summary>
    private RetrySchedule ScheduleOf(PushStore store) => store is SpillStore ? _onDisk : _inMemory;

    private void Run()
    {
        try
        {
            while (!_closed.IsCancellationRequested)
            {
                Guard(() => SendFrom(Open()));
                if (_store is null && !_isFolderWanted)
                {
                    return; // there is no place for pushes
                }
            }
        }
        finally
        {
            _isTried.Set();
            End();
        }
    }

    /// <summary>Neither an interrupt nor a lack of memory for a push ends the thread, and with it the process.</summary>
    private void Guard(Action step)
    {
        try
        {
            step();
        }
        catch (ThreadInterruptedException)
        {
            // Somebody interrupted a thread that is not theirs.
        }
        catch (Exception e)
        {
            _report($"pushes that wait could not be sent, and are tried again: {e.GetType().Name}: {ExceptionText.MessageOf(e)}");
            _closed.WaitHandle.WaitOne(_untilNextTry);
        }
    }

    /// <summary>By the thread itself, which may end later than Close: the folder is free for the next owner all the same.</summary>
    private void End()
    {
        if (_closed.IsCancellationRequested)
        {
            if (_store is SpillStore store)
            {
                Guard(store.DropMissing);
                CountDropped(store);
                _counters.SpillTo(bytes: null);
                _counters.Leave(_folder, store.Lines);
            }

            _isOnDisk = false;
            _store?.Dispose();
            DropUntaken();
            _hasMore.Dispose();
            _push.Dispose();
            _batch.Dispose();
            _encoder.Dispose();
            _plain.Dispose();
        }
    }

    /// <summary>The push of a try that ended after the others had been taken.</summary>
    private void DropUntaken()
    {
        using (Uninterrupted.Lock(_handOverLock))
        {
            if (_taken is not null && _store is MemoryStore { Lines: > 0 } store)
            {
                _counters.Drop(store.Lines, ErrorTypes.Closed);
            }
        }
    }

    /// <summary>Opens the folder, as long as it is not open and may become free. Until then pushes wait in memory.</summary>
    /// <returns>Where pushes wait; <see langword="null" /> for nowhere.</returns>
    [SuppressMessage("Reliability", "CA2000", Justification = "It is disposed of at the end of the thread.")]
    private PushStore? Open()
    {
        if (_isFolderWanted)
        {
            _untilFolder.Restart();
            OpenFolder();
        }

        if (_store is null && !_closed.IsCancellationRequested && (_settings.TenantProperty is not null || _inherited.Count > 0))
        {
            Begin(new MemoryStore()); // without: one tenant, whose pushes are tried again where they come from
        }

        _isTried.Set();
        return _store;
    }

    /// <summary>One text for one folder: its lines are counted by it.</summary>
    private static string WholePath(string path) => Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, path))
        .TrimEnd(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar) is { Length: > 0 } whole ? whole : path;

    [SuppressMessage("Reliability", "CA2000", Justification = "As above.")]
    private void OpenFolder()
    {
        string owner = string.Format(CultureInfo.InvariantCulture, "appender '{0}' of process {1}", _counters.Name, ProcessId());
        try
        {
            _folder = WholePath(_settings.SpillPath!);
            SpillStore store = SpillStore.Open(_folder, owner, _settings.SpillBytes, SegmentBytes, _report);
            _isFolderWanted = false;
            Begin(store);
        }
        catch (FolderInUseException e)
        {
            // At the second try: what an appender before this one holds for a moment is nobody's business.
            if (++_folderTries == 2)
            {
                _report($"spillPath '{_settings.SpillPath}' cannot be used, so nothing is kept on disk until it can: {e.Message}");
            }
        }
        catch (Exception e) when (e is not ThreadInterruptedException)
        {
            _isFolderWanted = false;
            _report($"spillPath '{_settings.SpillPath}' cannot be used, so nothing is kept on disk: {e.Message}");
        }
    }

    private void Begin(PushStore store)
    {
        if (store is SpillStore)
        {
            CountMissing(_counters.Inherit(_folder, store.Lines + store.DroppedLines));
            _counters.SpillTo(() => store.Bytes);
            _isOnDisk = true;
        }

        using (Uninterrupted.Lock(_handOverLock))
        {
            MemoryStore? before = _store as MemoryStore;
            foreach (SpilledPush push in _taken is not null ? [] : before?.TakeAll(isIdle: true) ?? _inherited)
            {
                if (!Append(store, push.Lines, push.Head.Span, push.Body.Span))
                {
                    _counters.Drop(push.Lines, ErrorTypes.SpillFull);
                }
            }

            _states.Clear();
            _store = store;
        }

        CountDropped(store);
        if (!store.IsEmpty)
        {
            _isEmpty.Reset();
            _hasMore.Set();
        }
    }
}

/// <summary>Whether a push was stored for a later try.</summary>
internal enum KeepResult
{
    Kept,

    /// <summary>There is no room in memory until the lane moves on.</summary>
    Full,

    /// <summary>It cannot be stored, or there is no later try.</summary>
    Refused,
}
