using System.Globalization;
using Easy.Logger.Diagnostics;
using Easy.Logger.Journaling;
using Easy.Logger.Threading;
using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Buffering;

/// <summary>
/// The journal in the life of one pipeline: opened once, handed to the queue, closed with the worker. Whatever goes wrong with it is told, and logging goes on
/// without it.
/// </summary>
internal sealed class JournalKeeper
{
    private const int BytesPerEvent = 1024;
    private const int SmallestFile = 1024 * 1024;

    private readonly EventQueue _queue;
    private readonly FailureReporter _reporter;
    private readonly object _lock = new();
    private volatile CrashJournal? _journal;
    private volatile string? _untoldWait;
    private JournalClaim? _claim;
    private int _capacity;
    private int _hasToldOfUnwritten;
    private bool _closed;

    public JournalKeeper(EventQueue queue, FailureReporter reporter)
    {
        _queue = queue;
        _reporter = reporter;
    }

    /// <summary>Whether what is accepted is written down.</summary>
    public bool IsOpen => _journal is not null;

    /// <summary>Opens the journal that the options ask for, unless one was opened before: a pipeline keeps the one it has.</summary>
    public void Configure(BufferingOptions options)
    {
        string? problem;
        using (Uninterrupted.Lock(_lock))
        {
            problem = _closed ? null : Configure_NeedsLock(options);
        }

        Tell(problem);
    }

    /// <summary>
    /// Writes an event down for the journal, on the caller's thread and without a lock: it may be code of the application that says what is in it.
    /// </summary>
    /// <returns>The record, to be returned; <see langword="null" /> when there is no journal, or the event cannot be written down.</returns>
    public JournalRecord? WriteDown(LoggingEvent loggingEvent)
    {
        if (_journal is not { } journal)
        {
            if (_untoldWait is not null)
            {
                Tell(Interlocked.Exchange(ref _untoldWait, null));
            }

            return null;
        }

        JournalRecord record = JournalRecord.Rent(journal.LargestRecord);
        try
        {
            EventFormat.Write(record, loggingEvent);
            return record;
        }
        catch (Exception e)
        {
            record.Return();
            if (Interlocked.Exchange(ref _hasToldOfUnwritten, 1) == 0)
            {
                _reporter.Warn($"an event was taken in but not journaled: {e.Message.TrimEnd('.')}. This is not said again for later ones.");
            }

            return null;
        }
    }

    /// <summary>Lets the journal go with what is in it: nothing after a complete close.</summary>
    public void Close()
    {
        JournalClaim? claim;
        using (Uninterrupted.Lock(_lock))
        {
            _closed = true;
            _journal = null;
            _queue.Detach()?.Close(); // whoever comes under the queue's lock now does not see it any more
            claim = _claim;
            _claim = null;
        }

        claim?.Release();
    }

    private static string PathOf(string journal) => Path.GetFullPath(SystemInfo.ConvertToFullPath(journal));

    private string? Configure_NeedsLock(BufferingOptions options)
    {
        try
        {
            string? path = options.Journal is { } journal ? PathOf(journal) : null;
            if (_claim is not null)
            {
                return path == _claim.Path
                    ? null
                    : $"journal is changed to '{options.Journal}' while the appender is active: '{_claim.Path}' stays in use until it is closed.";
            }

            if (path is null)
            {
                return null;
            }

            _capacity = (int)Math.Min(JournalFile.LargestCapacity, Math.Max(SmallestFile, (long)options.QueueLimit * BytesPerEvent));
            _claim = JournalClaim.Take(path, _reporter.AppenderName, OnTurn, out JournalClaim? holder);
            return holder is null ? Open_NeedsLock() : Waits(holder);
        }
        catch (Exception e)
        {
            return Unusable(options.Journal, e);
        }
    }

    private string? Waits(JournalClaim holder)
    {
        string problem = $"journal is '{holder.Path}', which appender [{holder.AppenderName}] has: events are not journaled until that one is closed.";
        if (holder.AppenderName != _reporter.AppenderName)
        {
            return problem;
        }

        // One of the same name is what a reload leaves for a moment. It is closed before the first event comes here; if it is not, there is something to say.
        _untoldWait = problem;
        return null;
    }

    private void OnTurn()
    {
        string? problem;
        using (Uninterrupted.Lock(_lock))
        {
            problem = _closed || _claim is null ? null : Open_NeedsLock();
        }

        Tell(problem);
    }

    private string? Open_NeedsLock()
    {
        string path = _claim!.Path;
        JournalFile? file = null;
        try
        {
            file = JournalFile.Open(path, _capacity);
            CrashJournal journal = CrashJournal.Open(file, out JournalRecovery recovery);
            if (_queue.Attach(journal, recovery))
            {
                _untoldWait = null;
                _journal = journal;
                file = null;
            }

            return null;
        }
        catch (Exception e)
        {
            _claim.Release();
            _claim = null;
            return Unusable(path, e);
        }
        finally
        {
            file?.Dispose(); // it makes no sense, or the queue is closed
        }
    }

    private static string Unusable(string? journal, Exception e) => string.Format(
        CultureInfo.InvariantCulture,
        "journal is '{0}', which cannot be used ({1}: {2}): events are not journaled.",
        journal,
        e.GetType().Name,
        e.Message.TrimEnd('.'));

    private void Tell(string? problem)
    {
        if (problem is not null)
        {
            _reporter.Misconfigured(problem);
        }
    }
}
