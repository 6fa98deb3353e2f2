using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Sending;
using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Loki.Lanes;

/// <summary>
/// Pushes that were not delivered wait here, on disk or in memory, each tenant's in a lane of its own, and one thread sends them in the
/// order
/// in which they came, a lane before anything newer of it. Keeping is for one thread at a time; everything else is thread-safe.
/// </summary>
[SuppressMessage("Usage", "CA2213", Justification = "The thread disposes of what it uses; Flush may come after Close.")]
internal sealed partial class PushLanes : IDisposable
{
    private const int SegmentBytes = 8 * 1024 * 1024;

    /// <summary>How long the thread may take to end: what it is sending ends at once.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(1);

    /// <summary>
    /// When a folder that somebody else has is asked for again: with a new configuration the appender of the old one has it for a moment.
    /// </summary>
    private static readonly TimeSpan _untilNextTry = TimeSpan.FromSeconds(1);

    /// <summary>After which somebody who waits for room looks again whether to go on waiting.</summary>
    private static readonly TimeSpan _moment = TimeSpan.FromMilliseconds(200);

    private static readonly RetrySchedule _once = new(TimeSpan.Zero);

    private readonly LaneOptions _options;
    private readonly Action<string> _report;
    private readonly PushAttempts _attempts;
    private readonly PushEncoder _encoder;
    private readonly LokiCounters _counters;
    private readonly TimeProvider _time;
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
    private readonly object _handOverLock = new();
    private readonly Thread _thread;
    private readonly Func<string, long?> _rankOf;
    private readonly long _begin;
    private readonly long _beginTimestamp;
    private long _droppedBefore;
    private IReadOnlyList<SpilledPush>? _taken; // by whoever follows
    private volatile IPushStore? _store;
    private volatile bool _isOnDisk;

    /// <summary>
    /// Begins to open it, with what an appender before this one left there, which may be much: nobody waits for it but the first push.
    /// </summary>
    /// <param name="options">Where pushes wait.</param>
    /// <param name="attempts">Sends them.</param>
    /// <param name="encoder">Encodes them; for the thread of the lanes alone.</param>
    /// <param name="counters">Counts lines.</param>
    /// <param name="report">Reports what an operator should know.</param>
    /// <param name="time">The clock.</param>
    public PushLanes(
        LaneOptions options, PushAttempts attempts, PushEncoder encoder, LokiCounters counters, Action<string> report, TimeProvider time)
    {
        _options = options;
        _attempts = attempts;
        _encoder = encoder;
        _counters = counters;
        _report = report;
        _time = time;
        _begin = time.GetUtcNow().ToUnixTimeMilliseconds();
        _beginTimestamp = time.GetTimestamp();
        _states = new LaneStates(attempts, time);
        _closed = _closing.Token;
        _rankOf = lane => _states.RankOf(lane, tenant => _store?.Has(tenant) == true);
        if (options.Inherited.Count > 0)
        {
            _isEmpty.Reset();
        }

        _thread = BackgroundThread.Start(Run, $"Easy.Logger lanes of {counters.Exporter.Name}");
    }

    /// <summary>Whether pushes can wait on disk now.</summary>
    public bool IsOnDisk => _isOnDisk;

    /// <summary>Whether pushes can wait here, once that is known.</summary>
    public bool IsReady
    {
        get
        {
            _isTried.Wait();
            return _store is not null;
        }
    }

    /// <summary>The time, by a clock that nobody sets while it is used: ages are differences of it.</summary>
    private long Milliseconds => _begin + (long)_time.GetElapsedTime(_beginTimestamp).TotalMilliseconds;

    /// <summary>Whether a push has to wait: behind others of its tenant, or because the server is away.</summary>
    public bool MustWait(string? tenant) =>
        IsReady && _store is { IsEmpty: false } store && (store.Has(tenant ?? string.Empty) || _states.IsServerAway);

    /// <summary>Notes the answer to a push that did not wait here.</summary>
    public void Note(string? tenant, PushReply reply) => _states.Note(tenant ?? string.Empty, reply);

    /// <summary>Whether the push of a tenant that found no room is dropped rather than waited with, because others get through.</summary>
    public bool OthersGetThrough(string? tenant) => _states.OthersGetThrough(tenant ?? string.Empty);

    /// <summary>Waits until a push was removed or tried, or for a moment.</summary>
    /// <returns><see langword="false" /> when it was ended.</returns>
    public bool WaitForRoom(CancellationToken cancellation) =>
        WaitHandle.WaitAny([cancellation.WaitHandle, _closed.WaitHandle, _hasMoved], _moment) is 2 or WaitHandle.WaitTimeout;

    /// <summary>Keeps lines for a later try.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="first">The first line.</param>
    /// <param name="count">How many.</param>
    /// <param name="tenant">The tenant.</param>
    /// <param name="age">The time since the first try.</param>
    /// <param name="reply">Why they were not delivered; <see langword="null" /> when they were not tried.</param>
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
        bool isKept = Append(store, count, PushFrame.Head(tenant, Milliseconds - (long)age.TotalMilliseconds), _kept.Written);
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

    /// <summary>Ends the thread. What is on disk stays there.</summary>
    public void Dispose()
    {
        _closing.Cancel();
        if (_thread.Join(_patience))
        {
            _closing.Dispose();
        }

        lock (_handOverLock)
        {
            _taken = _store is MemoryStore memory ? memory.TakeAll() : _store is null ? _options.Inherited : [];
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
        System.Diagnostics.Process.GetCurrentProcess().Id;
#endif

    private bool Append(IPushStore store, int lines, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        bool isOnDisk = store is SpillStore;
        if (isOnDisk)
        {
            _counters.Spill(lines);
        }

        _isEmpty.Reset();
        bool isKept = store.TryAppend(lines, head, body);
        if (isOnDisk && !isKept)
        {
            _counters.Unspill(lines);
        }

        CountDropped(store);
        _hasMore.Set();
        return isKept;
    }

    /// <summary>On disk a push waits as long as there is room.</summary>
    private RetrySchedule ScheduleOf(IPushStore store) => store is SpillStore ? _options.OnDisk : _options.InMemory;

    private void Run()
    {
        try
        {
            IPushStore? store = null;
            Guard(() => store = Open());
            while (store is not null && !_closed.IsCancellationRequested)
            {
                Guard(() => SendFrom(store));
            }
        }
        finally
        {
            _isTried.Set();
            End();
        }
    }

    /// <summary>
    /// The thread, and with it the process, does not end because of an interrupt or because there is no memory for a push.
    /// </summary>
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
                _counters.SpillTo(bytes: null);
                _counters.Leave(FolderPath, store.Lines);
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
        lock (_handOverLock)
        {
            if (_taken is not null && _store is MemoryStore { Lines: > 0 } store)
            {
                _counters.Drop(store.Lines, ErrorTypes.Closed);
            }
        }
    }

    private string FolderPath => Path.Combine(AppContext.BaseDirectory, _options.Folder!);

    /// <returns><see langword="null" /> when there is no place for pushes, which is reported, or the appender was closed.</returns>
    private IPushStore? Open()
    {
        string owner = string.Format(CultureInfo.InvariantCulture, "appender '{0}' of process {1}", _counters.Exporter.Name, ProcessId());
        for (int tries = 1; _options.Folder is not null && !_closed.IsCancellationRequested; tries++)
        {
            try
            {
                SpillStore store = SpillStore.Open(FolderPath, owner, _options.MaxBytes, SegmentBytes, _report, PushFrame.TenantOf);
                Begin(store);
                return store;
            }
            catch (FolderInUseException e)
            {
                ReportOnce(tries, e);
                _isTried.Set();
                _closed.WaitHandle.WaitOne(_untilNextTry);
            }
            catch (Exception e) when (e is not ThreadInterruptedException)
            {
                _report($"spillPath '{_options.Folder}' cannot be used, so nothing is kept on disk: {e.Message}");
                break;
            }
        }

        return _closed.IsCancellationRequested ? null : OpenInMemory();
    }

    private MemoryStore? OpenInMemory()
    {
        if (!_options.HasTenants && _options.Inherited.Count == 0)
        {
            return null; // one tenant: its pushes are tried again where they come from
        }

        MemoryStore store = new(PushFrame.TenantOf);
        Begin(store);
        return store;
    }

    /// <summary>At the second try: what an appender before this one holds for a moment is nobody's business.</summary>
    private void ReportOnce(int tries, FolderInUseException e)
    {
        if (tries == 2)
        {
            _report($"spillPath '{_options.Folder}' cannot be used, so nothing is kept on disk until it can: {e.Message}");
        }
    }

    private void Begin(IPushStore store)
    {
        if (store is SpillStore)
        {
            _counters.Inherit(FolderPath, store.Lines + store.DroppedLines);
            _counters.SpillTo(() => store.Bytes);
            _isOnDisk = true;
        }

        lock (_handOverLock)
        {
            foreach (SpilledPush push in _taken is null ? _options.Inherited : [])
            {
                if (!Append(store, push.Lines, push.Head.Span, push.Body.Span))
                {
                    _counters.Drop(push.Lines, ErrorTypes.Closed);
                }
            }

            _store = store;
        }

        CountDropped(store);
        if (!store.IsEmpty)
        {
            _isEmpty.Reset();
            _hasMore.Set();
        }

        _isTried.Set();
    }
}
