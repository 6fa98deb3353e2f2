using Easy.Logger.Capture;
using Easy.Logger.Journaling;
using Easy.Logger.Threading;

namespace Easy.Logger.Buffering;

/// <content>The journal of what waits: what goes in, what comes back from an earlier run, whether it has room.</content>
internal sealed partial class EventQueue
{
    private CrashJournal? _journal;
    private JournalRecovery? _untoldRecovery;

    /// <summary>Worker only: the recovery to tell of, after <see cref="QueueWork.Recovery" />.</summary>
    public JournalRecovery? Recovery { get; private set; }

    /// <summary>
    /// Keeps a journal from now on, and takes the events in that an earlier run left in it, beyond the limit if need be: they were accepted once.
    /// </summary>
    /// <returns><see langword="false" /> when the queue is closed: the journal is as it was.</returns>
    public bool Attach(CrashJournal journal, JournalRecovery recovery)
    {
        using (Uninterrupted.Lock(_lock))
        {
            if (_closed)
            {
                return false;
            }

            foreach (RecoveredRecord record in recovery.Take())
            {
                _store.Add(record.Event, default, CapturePlan.Everything); // they have all in themselves
                journal.Adopt(_store.NextSequence - 1, record);
                _counters.Recover();
            }

            _journal = journal;
            _untoldRecovery = recovery.IsEmpty ? null : recovery;
            _urgentUntil = recovery.Count > 0 ? _store.NextSequence : _urgentUntil;
            UpdateRoom_NeedsLock();
            AssertInvariants_NeedsLock();
        }

        _signal.Set();
        return true;
    }

    /// <summary>Keeps no journal from now on.</summary>
    /// <returns>The one that was kept, which nobody uses any more.</returns>
    public CrashJournal? Detach()
    {
        using (Uninterrupted.Lock(_lock))
        {
            CrashJournal? journal = _journal;
            _journal = null;
            UpdateRoom_NeedsLock();
            PulseCallers_NeedsLock(); // some may wait for its room
            return journal;
        }
    }

    /// <summary>Whether an event can be taken in now. A journal without room for its record makes the queue full.</summary>
    private bool HasRoomFor_NeedsLock(JournalRecord? record) => !IsFull_NeedsLock && JournalHasRoomFor_NeedsLock(record);

    private bool JournalHasRoomFor_NeedsLock(JournalRecord? record) => record is null || _journal is null || _journal.HasRoomFor(record);

    /// <summary>Lets the worker forward what waits whatever its age.</summary>
    private void MakeDue_NeedsLock()
    {
        _urgentUntil = _store.NextSequence;
        if (_parked)
        {
            _parked = false;
            _signal.Set();
        }
    }
}
