using System.Globalization;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Loki.Spill;

/// <summary>
/// Pushes that did not get there wait on disk, and a thread of its own sends them when the server is back: in the order in which they came, and before anything newer, because Loki refuses
/// lines that are an hour behind their stream. Keeping is for one thread at a time; everything else is thread-safe.
/// </summary>
internal sealed class PushSpill : IDisposable
{
    private const int HeadSize = 1;
    private const int SegmentBytes = 8 * 1024 * 1024;

    /// <summary>How long the thread may take to end: what it is sending ends at once.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(1);

    private readonly SpillStore _store;
    private readonly PushAttempts _attempts;
    private readonly PushBooks _books;
    private readonly TimeProvider _time;
    private readonly RetrySchedule _schedule = new(Timeout.InfiniteTimeSpan); // what is on disk waits as long as there is room
    private readonly CancellationTokenSource _closing = new();
    private readonly AutoResetEvent _hasMore = new(initialState: false);
    private readonly ManualResetEventSlim _isEmpty = new(initialState: true);
    private readonly EncodedPush _replayed = new();
    private readonly object _countLock = new();
    private readonly Thread _thread;
    private byte[] _head = new byte[HeadSize];
    private long _droppedBefore;

    private PushSpill(SpillStore store, PushAttempts attempts, PushBooks books, TimeProvider time, string component)
    {
        _store = store;
        _attempts = attempts;
        _books = books;
        _time = time;
        _books.Inherit(store.Lines);
        if (!store.IsEmpty)
        {
            _isEmpty.Reset();
            _hasMore.Set();
        }

        _thread = new Thread(Run) { IsBackground = true, Name = $"Easy.Logger spill of {component}" };
        using (ExecutionContext.SuppressFlow())
        {
            _thread.Start();
        }
    }

    /// <summary>Whether pushes wait: then those that come have to wait behind them.</summary>
    public bool IsInUse => !_store.IsEmpty;

    /// <summary>Opens it, with what an appender before this one left there.</summary>
    /// <param name="folder">Where pushes wait.</param>
    /// <param name="mostBytes">The most that wait.</param>
    /// <param name="attempts">Sends them.</param>
    /// <param name="books">Where lines are counted.</param>
    /// <param name="component">The name of the appender.</param>
    /// <param name="report">Is told what an operator should know.</param>
    /// <param name="time">The clock.</param>
    /// <returns><see langword="null" /> when the folder cannot be used, which is told.</returns>
    public static PushSpill? Open(string folder, long mostBytes, PushAttempts attempts, PushBooks books, string component, Action<string> report, TimeProvider time)
    {
        try
        {
            string owner = string.Format(CultureInfo.InvariantCulture, "appender '{0}' of process {1}", component, ProcessId());
            SpillStore store = SpillStore.Open(Path.Combine(AppContext.BaseDirectory, folder), owner, mostBytes, SegmentBytes, report);
            return new PushSpill(store, attempts, books, time, component);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            report($"spillPath '{folder}' cannot be used, so nothing is kept on disk: {e.Message}");
            return null;
        }
    }

    /// <summary>Keeps a push.</summary>
    /// <returns>Whether it is kept now.</returns>
    public bool TryKeep(EncodedPush push)
    {
        ReadOnlySpan<byte> head = HeadOf(push);
        _books.Spill(push.Lines);
        _isEmpty.Reset();
        bool isKept = _store.TryAppend(push.Lines, head, push.Body.Written);
        if (!isKept)
        {
            _books.Unspill(push.Lines);
        }

        CountDropped();
        _hasMore.Set();
        return isKept;
    }

    /// <summary>Waits until nothing waits any more.</summary>
    /// <returns>Whether it is so.</returns>
    public bool Flush(int millisecondsTimeout) => _isEmpty.Wait(millisecondsTimeout < 0 ? Timeout.Infinite : millisecondsTimeout);

    public void Dispose()
    {
        _closing.Cancel();
        if (_thread.Join(_patience))
        {
            _store.Dispose();
            _hasMore.Dispose();
            _isEmpty.Dispose();
            _closing.Dispose();
            _replayed.Dispose();
        }
    }

    private static int ProcessId() =>
#if NET
        Environment.ProcessId;
#else
        System.Diagnostics.Process.GetCurrentProcess().Id;
#endif

    private ReadOnlySpan<byte> HeadOf(EncodedPush push)
    {
        byte[] tenant = push.Tenant is null ? [] : System.Text.Encoding.UTF8.GetBytes(push.Tenant);
        if (_head.Length != HeadSize + tenant.Length)
        {
            _head = new byte[HeadSize + tenant.Length];
        }

        _head[0] = (byte)push.Format;
        tenant.CopyTo(_head, HeadSize);
        return _head;
    }

    private void Run()
    {
        WaitHandle[] handles = [_closing.Token.WaitHandle, _hasMore];
        try
        {
            while (!_closing.IsCancellationRequested)
            {
                WaitHandle.WaitAny(handles);
                while (!_closing.IsCancellationRequested && _store.TryPeek(out SpilledPush push))
                {
                    CountDropped();
                    if (Replay(push))
                    {
                        _store.Remove();
                    }
                }

                TellWhetherEmpty();
            }
        }
        catch (ThreadInterruptedException)
        {
            // Somebody interrupted a thread that is not theirs. What waits is sent by the next run.
        }
    }

    private void TellWhetherEmpty()
    {
        if (_store.IsEmpty)
        {
            _isEmpty.Set();
            if (!_store.IsEmpty)
            {
                _isEmpty.Reset(); // one came in between
            }
        }
    }

    /// <returns>Whether it has been answered; the appender is closed otherwise.</returns>
    private bool Replay(SpilledPush spilled)
    {
        ReadOnlySpan<byte> head = spilled.Head.Span;
        _replayed.Format = (PushFormat)head[0];
        _replayed.Tenant = head.Length == HeadSize ? null : System.Text.Encoding.UTF8.GetString(head.Slice(HeadSize).ToArray());
        _replayed.Lines = spilled.Lines;
        _replayed.Body.Clear();
        _replayed.Body.Write(spilled.Body.Span);
        PushReply reply = _attempts.Push(_replayed, canBeSplit: false, _schedule, _closing.Token);
        if (reply.Outcome == PushOutcome.Retry && _closing.IsCancellationRequested)
        {
            return false;
        }

        _books.Unspill(spilled.Lines);
        if (reply.Outcome is PushOutcome.Delivered or PushOutcome.Refused)
        {
            _books.Answer(spilled.Lines, reply);
        }
        else
        {
            _books.Drop(spilled.Lines, reply.ErrorType!); // too large, and encoded: it cannot be halved any more
        }

        return true;
    }

    /// <summary>Books what the store gave up because there was no room, or because it could not be read.</summary>
    private void CountDropped()
    {
        lock (_countLock)
        {
            long dropped = _store.DroppedLines - _droppedBefore;
            _droppedBefore += dropped;
            if (dropped > 0)
            {
                _books.Unspill(dropped);
                _books.Drop(dropped, ErrorTypes.SpillFull);
            }
        }
    }
}
