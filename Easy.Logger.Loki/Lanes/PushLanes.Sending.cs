using Easy.Logger.Loki.Diagnostics;
using Easy.Logger.Loki.Sending;
using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Loki.Lanes;

/// <content>How pushes go out: by the thread of the lanes alone.</content>
internal sealed partial class PushLanes
{
    /// <summary>Whether it is time to ask for the folder again.</summary>
    private bool IsFolderDue => _isFolderWanted && _untilFolder.Elapsed >= _untilNextTry;

    /// <summary>Sends until the appender is closed or the folder should be asked for again.</summary>
    private void SendFrom(PushStore? store)
    {
        WaitHandle[] handles = [_closed.WaitHandle, _hasMore];
        while (!_closed.IsCancellationRequested && !IsFolderDue)
        {
            if (store is null)
            {
                if (!_isFolderWanted)
                {
                    return;
                }

                _closed.WaitHandle.WaitOne(_untilNextTry);
                continue;
            }

            _lookedAt = _attempts.Now;
            if (store.TryPeek(_rankOf, out SpilledPush push))
            {
                CountDropped(store);
                Try(store, push);
                _hasMoved.Set();
            }
            else
            {
                CountDropped(store);
                NoteWhetherEmpty(store);
                WaitForWork(handles);
            }
        }
    }

    private void WaitForWork(WaitHandle[] handles)
    {
        TimeSpan most = _isFolderWanted ? _untilNextTry : Timeout.InfiniteTimeSpan; // the folder is asked for by real time
        TimeSpan wait = _states.UntilNext(_lookedAt) ?? Timeout.InfiniteTimeSpan;
        Pauses.Wait(wait, most, _clock.Time, handles);
    }

    private void NoteWhetherEmpty(PushStore store)
    {
        using (Uninterrupted.Lock(_emptyLock))
        {
            if (_appending == 0 && store.IsEmpty)
            {
                _states.Clear();
                _isEmpty.Set();
            }
        }
    }

    /// <summary>Sends what is left of a push, in pieces where the server does not take it whole.</summary>
    private void Try(PushStore store, SpilledPush push)
    {
        string tenant = PushFrame.TenantOf(push.Head.Span);
        if (!TryRead(push))
        {
            Unspill(store, push.Lines);
            _counters.Drop(push.Lines, ErrorTypes.Unreadable);
            Remove(store, push);
            return;
        }

        int left = push.Lines;
        for (int piece = _states.PieceOf(push.Lane, push.Number, left); left > 0 && !_closed.IsCancellationRequested;)
        {
            piece = Math.Min(piece, left);
            PushReply reply = Send(tenant, _batch.Count - left, piece);
            if (reply.Outcome == PushOutcome.Retry)
            {
                if (!_closed.IsCancellationRequested && IsLast(store, push, reply, piece))
                {
                    Drop(store, left, reply);
                    left = 0;
                }

                break;
            }

            if (reply.Outcome == PushOutcome.TooLarge && piece > 1)
            {
                piece /= 2;
                continue;
            }

            Conclude(store, piece, reply);
            _states.Succeed(push.Lane);
            left -= piece;
        }

        _push.Body.Clear();
        _batch.Clear();
        if (left == 0)
        {
            Remove(store, push);
        }
        else if (!store.PutBack(left))
        {
            CountSpillDropped(left); // its place was needed meanwhile
        }
    }

    private bool TryRead(SpilledPush push)
    {
        try
        {
            _batch.Clear();
            PushFrame.Read(push.Head, push.Body, _plain, _batch);
            _plain.Clear();
            return _batch.Count >= push.Lines ? true : throw new InvalidDataException($"it has {_batch.Count} line(s)");
        }
        catch (Exception e) when (e is not ThreadInterruptedException)
        {
            _report($"a push of {push.Lines} line(s) that waited cannot be read and is dropped: {ExceptionText.MessageOf(e)}");
            return false;
        }
    }

    private PushReply Send(string tenant, int first, int count)
    {
        PushReply reply;
        try
        {
            _encoder.Encode(_batch, first, count, _push);
            _push.Tenant = tenant.Length == 0 ? null : tenant;
            reply = _attempts.Push(_push, canBeSplit: false, RetrySchedule.Once, _attempts.Now, _closed);
        }
        catch (Exception e) when (e is not ThreadInterruptedException)
        {
            return PushReply.NotSent(ErrorTypes.NotEncoded, e);
        }

        _states.Note(tenant, reply);
        return reply;
    }

    /// <summary>Whether a failed push is not tried again. Sets it aside when others should be tried without it.</summary>
    private bool IsLast(PushStore store, SpilledPush push, PushReply reply, int piece)
    {
        TimeSpan age = _clock.AgeOf(PushFrame.FirstTryOf(push.Head.Span));
        bool isOver = !_states.Fail(push.Lane, ScheduleOf(store), age, reply, push.Number, piece);
        LokiMeter.CountRetry(_counters, reply.ErrorType!);
        string tenant = PushFrame.TenantOf(push.Head.Span);
        bool isAlone = push.Lane == tenant ? !store.HasSeveral(tenant) : !store.Has(tenant);
        if (isOver || _states.IsHopeless(push.Lane, isAlone, age, _inMemory))
        {
            return true;
        }

        if (store.HasSeveral(push.Lane) && _states.ShouldSetAside(push.Lane))
        {
            store.SetAside();
            _states.SetAside(push.Lane, LaneIndex.OwnLane(push.Lane, push.Number));
        }

        return false;
    }

    private void Remove(PushStore store, SpilledPush push)
    {
        store.Remove();
        if (!store.Has(push.Lane))
        {
            _states.Remove(push.Lane);
        }
    }

    private void Conclude(PushStore store, int lines, PushReply reply)
    {
        if (reply.Outcome is PushOutcome.Delivered or PushOutcome.Refused)
        {
            Unspill(store, lines);
            Report(_counters.Answer(lines, reply), reply);
        }
        else
        {
            Drop(store, lines, reply);
        }
    }

    private void Drop(PushStore store, int lines, PushReply reply)
    {
        string reason = reply.Outcome == PushOutcome.Retry && store is SpillStore ? ErrorTypes.AttemptLimit : reply.ErrorType!;
        Unspill(store, lines);
        _counters.Drop(lines, reason);
        Report(lines, reply with { ErrorType = reason });
    }

    private void Unspill(PushStore store, int lines)
    {
        if (store is SpillStore)
        {
            _counters.Unspill(lines);
        }
    }

    private void Report(int lines, PushReply reply)
    {
        if (reply.Outcome != PushOutcome.Delivered)
        {
            SendFailures failures = new();
            failures.Add(lines, reply);
            string place = _isOnDisk ? $"in '{_settings.SpillPath}'" : "that waited in memory";
            _report($"of the pushes {place}, {failures.Describe(_attempts.Address)}");
        }
    }

    /// <summary>Counts what the store dropped because there was no room, or because it could not be read.</summary>
    private void CountDropped(PushStore store)
    {
        using (Uninterrupted.Lock(_countLock))
        {
            long dropped = store.DroppedLines - store.CountedDroppedLines;
            store.CountedDroppedLines += dropped;
            if (dropped > 0)
            {
                CountSpillDropped(dropped);
            }
        }
    }

    /// <summary>Counts lines that were left in the folder and are not there any more.</summary>
    private void CountMissing(long lines)
    {
        if (lines > 0)
        {
            CountSpillDropped(lines);
            _report(FormattableString.Invariant($"{lines} line(s) that waited in '{_settings.SpillPath}' are not there any more and ")
                + "count as dropped: somebody removed them, or another appender sent them");
        }
    }

    private void CountSpillDropped(long lines)
    {
        _counters.Unspill(lines);
        _counters.Drop(lines, ErrorTypes.SpillFull);
        LokiMeter.CountSpillDropped(_counters, lines);
    }
}
