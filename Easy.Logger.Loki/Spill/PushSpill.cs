using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Loki.Spill;

/// <summary>
/// Pushes that did not get there wait on disk, and a thread of its own sends them when the server is back: in the order in which they came, and before anything newer, because Loki refuses
/// lines that are an hour behind their stream. Keeping is for one thread at a time; everything else is thread-safe.
/// </summary>
[SuppressMessage("Usage", "CA2213", Justification = "The thread disposes of what it uses; Flush may come after Close.")]
internal sealed class PushSpill : IDisposable
{
    private const int HeadSize = 1;
    private const int SegmentBytes = 8 * 1024 * 1024;

    /// <summary>How long the thread may take to end: what it is sending ends at once.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(1);

    /// <summary>When a folder that somebody else has is asked for again: with a new configuration the appender of the old one has it for a moment.</summary>
    private static readonly TimeSpan _untilNextTry = TimeSpan.FromSeconds(1);

    private readonly string _folder;
    private readonly long _mostBytes;
    private readonly Action<string> _report;
    private readonly PushAttempts _attempts;
    private readonly PushBooks _books;
    private readonly TimeProvider _time;
    private readonly RetrySchedule _schedule = new(Timeout.InfiniteTimeSpan); // what is on disk waits as long as there is room
    private readonly CancellationTokenSource _closing = new();
    private readonly CancellationToken _closed;
    private readonly AutoResetEvent _hasMore = new(initialState: false);
    private readonly ManualResetEventSlim _isTried = new(initialState: false);
    private readonly ManualResetEventSlim _isEmpty = new(initialState: true);
    private readonly EncodedPush _replayed = new();
    private readonly object _countLock = new();
    private readonly Thread _thread;
    private byte[] _head = new byte[HeadSize];
    private long _droppedBefore;
    private volatile SpillStore? _store;

    /// <summary>Begins to open it, with what an appender before this one left there, which may be much: nobody waits for it but the first push.</summary>
    /// <param name="folder">Where pushes wait.</param>
    /// <param name="mostBytes">The most that wait.</param>
    /// <param name="attempts">Sends them.</param>
    /// <param name="books">Where lines are counted.</param>
    /// <param name="report">Is told what an operator should know, and when the folder cannot be used.</param>
    /// <param name="time">The clock.</param>
    public PushSpill(string folder, long mostBytes, PushAttempts attempts, PushBooks books, Action<string> report, TimeProvider time)
    {
        _folder = folder;
        _mostBytes = mostBytes;
        _attempts = attempts;
        _books = books;
        _report = report;
        _time = time;
        _closed = _closing.Token;
        _thread = new Thread(Run) { IsBackground = true, Name = $"Easy.Logger spill of {books.Exporter.Name}" };
        using (ExecutionContext.SuppressFlow())
        {
            _thread.Start();
        }
    }

    /// <summary>Whether the folder is open: somebody else may have it, or it cannot be used.</summary>
    public bool IsOpen => _store is not null;

    /// <summary><see cref="IsOpen" />, once it has been tried.</summary>
    public bool IsReady
    {
        get
        {
            _isTried.Wait();
            return IsOpen;
        }
    }

    /// <summary>Whether pushes wait: then those that come have to wait behind them.</summary>
    public bool IsInUse => IsReady && !_store!.IsEmpty;

    /// <summary>Keeps a push.</summary>
    /// <returns>Whether it is kept now.</returns>
    public bool TryKeep(EncodedPush push)
    {
        if (_store is not { } store)
        {
            return false;
        }

        ReadOnlySpan<byte> head = HeadOf(push);
        _books.Spill(push.Lines);
        _isEmpty.Reset();
        bool isKept = store.TryAppend(push.Lines, head, push.Body.Written);
        if (!isKept)
        {
            _books.Unspill(push.Lines);
        }

        CountDropped(store);
        _hasMore.Set();
        return isKept;
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

    public void Dispose()
    {
        _closing.Cancel();
        if (_thread.Join(_patience))
        {
            _closing.Dispose();
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
        try
        {
            if (Open() is { } store)
            {
                SendFrom(store);
            }
        }
        catch (ThreadInterruptedException)
        {
            // Somebody interrupted a thread that is not theirs. What waits is sent by the next run.
        }
        finally
        {
            _isTried.Set();
            End();
        }
    }

    /// <summary>By the thread itself, which may end later than Close: the folder is free for the next owner all the same.</summary>
    private void End()
    {
        if (_closed.IsCancellationRequested)
        {
            _books.SpillTo(bytes: null);
            _store?.Dispose();
            _hasMore.Dispose();
            _replayed.Dispose();
        }
    }

    /// <returns><see langword="null" /> when the folder cannot be used, which is told, or the appender was closed.</returns>
    private SpillStore? Open()
    {
        string owner = string.Format(CultureInfo.InvariantCulture, "appender '{0}' of process {1}", _books.Exporter.Name, ProcessId());
        for (int tries = 1; !_closed.IsCancellationRequested; tries++)
        {
            try
            {
                SpillStore store = SpillStore.Open(Path.Combine(AppContext.BaseDirectory, _folder), owner, _mostBytes, SegmentBytes, _report);
                Begin(store);
                return store;
            }
            catch (FolderInUseException e)
            {
                TellOnce(tries, e);
                _isTried.Set();
                _closed.WaitHandle.WaitOne(_untilNextTry);
            }
            catch (Exception e) when (e is not ThreadInterruptedException)
            {
                _report($"spillPath '{_folder}' cannot be used, so nothing is kept on disk: {e.Message}");
                return null;
            }
        }

        return null;
    }

    /// <summary>At the second try: what an appender before this one holds for a moment is nobody's business.</summary>
    private void TellOnce(int tries, FolderInUseException e)
    {
        if (tries == 2)
        {
            _report($"spillPath '{_folder}' cannot be used, so nothing is kept on disk until it can: {e.Message}");
        }
    }

    private void Begin(SpillStore store)
    {
        _books.Inherit(store.Lines);
        if (!store.IsEmpty)
        {
            _isEmpty.Reset();
            _hasMore.Set();
        }

        _books.SpillTo(() => store.Bytes);
        _store = store;
        _isTried.Set();
    }

    private void SendFrom(SpillStore store)
    {
        WaitHandle[] handles = [_closed.WaitHandle, _hasMore];
        while (!_closed.IsCancellationRequested)
        {
            WaitHandle.WaitAny(handles);
            while (!_closed.IsCancellationRequested && store.TryPeek(out SpilledPush push))
            {
                CountDropped(store);
                if (Replay(push))
                {
                    store.Remove();
                }
            }

            TellWhetherEmpty(store);
        }
    }

    private void TellWhetherEmpty(SpillStore store)
    {
        if (store.IsEmpty)
        {
            _isEmpty.Set();
            if (!store.IsEmpty)
            {
                _isEmpty.Reset(); // one came in between
            }
        }
    }

    private void Report(int lines, PushReply reply)
    {
        if (reply.Outcome != PushOutcome.Delivered)
        {
            SendFailures failures = new();
            failures.Add(lines, reply);
            _report($"of the pushes in '{_folder}', {failures.Describe(_attempts.Address)}");
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
        PushReply reply = _attempts.Push(_replayed, canBeSplit: false, _schedule, _attempts.Now, _closed);
        if (reply.Outcome == PushOutcome.Retry && _closed.IsCancellationRequested)
        {
            return false;
        }

        Report(spilled.Lines, reply);
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
    private void CountDropped(SpillStore store)
    {
        lock (_countLock)
        {
            long dropped = store.DroppedLines - _droppedBefore;
            _droppedBefore += dropped;
            if (dropped > 0)
            {
                _books.Unspill(dropped);
                _books.Drop(dropped, ErrorTypes.SpillFull);
                LokiMeter.CountSpillDropped(_books.Exporter, dropped);
            }
        }
    }
}
