using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Loki;

/// <content>How it ends: what time is left, and what becomes of a push that is under way.</content>
public sealed partial class LokiAppender
{
    /// <summary>How long what is being sent may take to end after it was cancelled.</summary>
    private const int GraceMilliseconds = 500;

    /// <summary>After which whoever waits for pushes looks again where they are.</summary>
    private const int MomentMilliseconds = 100;

    private readonly CancellationTokenSource _closing = new();
    private readonly object _hurryLock = new();
    private volatile bool _isClosed;
    private volatile bool _closesAfterPush; // as somebody wants who is called in the middle of it
    private volatile bool _endsAfterPush; // because Close could not wait for it
    private volatile bool _hasEnded;
    private volatile PushPipeline[] _ending = []; // whose clients still send
    private CancellationTokenSource _hurry = new(); // ends tries when the time becomes short
    private long _drainEnd; // until then what comes is kept, once it is short

    /// <summary>
    /// Sends what is queued and closes the appender, within <see cref="CloseTimeout" />; what has not arrived then is dropped and counted.
    /// Calls after the first do nothing. Never throws.
    /// </summary>
    [SuppressMessage("Usage", "CA1816", Justification = "Close is what log4net calls its Dispose.")]
    public new void Close()
    {
        OnClose();
        InternalLog.Flush(InternalLog.AtEnd);
        GC.SuppressFinalize(this);
    }

    /// <summary>
    /// With a folder: ends the try that is under way in the middle of the time, so that the other half is enough to write to the disk.
    /// </summary>
    void IDrainingAppender.BeginDrain(int millisecondsTimeout) => BeginDrain(millisecondsTimeout);

    /// <inheritdoc cref="IDrainingAppender.BeginDrain" />
    internal void BeginDrain(int millisecondsTimeout)
    {
        if (millisecondsTimeout >= 0 && _pipeline is { KeepsOnDisk: true })
        {
            lock (_hurryLock)
            {
                RenewHurry();
                _drainEnd = Stopwatch.GetTimestamp() + (Stopwatch.Frequency * millisecondsTimeout / 1000);
                _hurry.CancelAfter(millisecondsTimeout / 2);
            }
        }
    }

    /// <summary>Closes through a reference of the base type, or from its finalizer.</summary>
    protected override void OnClose()
    {
        if (_isClosed)
        {
            return;
        }

        if (IsSendingThread)
        {
            _closesAfterPush = true;
            _closing.CancelAfter(_settings.CloseTimeout);
            return;
        }

        if (IsInPush)
        {
            CloseOnAThread(); // the push waits for the caller, a handler of the client
            return;
        }

        Stopwatch sinceBegin = Stopwatch.StartNew();
        _own.Close();
        _isClosed = true;
        LokiMeter.Close(_counters);

        // A push may be under way for somebody else, or for a forwarder that could not wait for it.
        int timeout = _settings.CloseTimeout;
        if (!Uninterrupted.Wait(() => Monitor.TryEnter(_sendLock, Left(timeout, sinceBegin))))
        {
            _closing.Cancel();
            Stopwatch sinceEnd = Stopwatch.StartNew();
            if (!Uninterrupted.Wait(() => Monitor.TryEnter(_sendLock, Left(GraceMilliseconds, sinceEnd))))
            {
                _endsAfterPush = true;
                EndAfterPush(); // it may just be over
                return;
            }
        }

        try
        {
            if (_pipeline is { KeepsOnDisk: false } pipeline)
            {
                Uninterrupted.Wait(() => pipeline.Flush(Left(timeout, sinceBegin)));
            }

            End();
        }
        finally
        {
            Monitor.Exit(_sendLock);
        }
    }

    [SuppressMessage("Design", "CA1031", Justification = "On a thread of its own it would end the process.")]
    private void CloseOnAThread()
    {
        try
        {
            BackgroundThread.Start(TryClose, $"Easy.Logger close of {Name}");
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            _closesAfterPush = true; // by whoever sends
        }

        void TryClose()
        {
            try
            {
                OnClose();
            }
            catch (Exception e)
            {
                LogProblem($"could not be closed: {ExceptionText.MessageOf(e)}");
            }
        }
    }

    /// <summary>Lets others send, and does what had to wait for it.</summary>
    private void Leave()
    {
        Monitor.Exit(_sendLock);
        if (_closesAfterPush)
        {
            OnClose();
        }

        EndAfterPush();
    }

    private void EndAfterPush()
    {
        if (_endsAfterPush && Monitor.TryEnter(_sendLock))
        {
            End();
            Monitor.Exit(_sendLock);
        }
    }

    private void End()
    {
        if (!_hasEnded)
        {
            _hasEnded = true;
            DropAll(EndPipeline());
        }
    }

    /// <returns>The pushes that wait in memory.</returns>
    private IReadOnlyList<SpilledPush> EndPipeline()
    {
        if (_pipeline is not { } pipeline)
        {
            return [];
        }

        pipeline.Dispose();
        _ending = [.. _ending.Append(pipeline).Where(ended => !Uninterrupted.Wait(() => ended.WaitForEnd(0)))];
        return pipeline.TakeWaiting();
    }

    /// <summary>Waits for the push that is under way and for those that wait, by whatever options.</summary>
    private bool FlushPushes(Func<int> left)
    {
        while (!TryFlushPushes(() => left() is >= 0 and < MomentMilliseconds and var few ? few : MomentMilliseconds))
        {
            if (left() == 0 || _endsAfterPush || _hasEnded)
            {
                return false;
            }
        }

        return true;
    }

    private bool TryFlushPushes(Func<int> patience)
    {
        if (!Monitor.TryEnter(_sendLock, patience()))
        {
            return false;
        }

        PushPipeline? pipeline = _pipeline;
        PushPipeline[] ending = _ending;
        Leave();
        return Array.TrueForAll(ending, ended => ended.WaitForEnd(patience())) && pipeline?.Flush(patience()) != false;
    }

    private void DropAll(IReadOnlyList<SpilledPush> pushes) =>
        _counters.Drop(pushes.Sum(push => (long)push.Lines), ErrorTypes.Closed);

    /// <summary>Ends tries when the time of a drain becomes short.</summary>
    private CancellationToken HurryToken()
    {
        lock (_hurryLock)
        {
            RenewHurry();
            return _hurry.Token;
        }
    }

    /// <summary>There is time again when the process has gone on.</summary>
    private void RenewHurry()
    {
        if (_hurry.IsCancellationRequested && Stopwatch.GetTimestamp() >= _drainEnd)
        {
            _hurry = new CancellationTokenSource();
        }
    }

    private static int Left(int timeout, Stopwatch sinceBegin) =>
        timeout < 0 ? System.Threading.Timeout.Infinite : (int)Math.Max(0, timeout - sinceBegin.ElapsedMilliseconds);
}
