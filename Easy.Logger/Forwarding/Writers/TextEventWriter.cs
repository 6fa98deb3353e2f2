using Easy.Logger.Compatibility;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// The events of a batch one by one into a text appender of log4net's own, under one lock: for layouts of which it is not known what they
/// write. The appender's own layout and filters do all of the work.
/// </summary>
internal sealed class TextEventWriter : IBatchWriter
{
    private readonly AppenderSkeleton _appender;
    private readonly Action<Delivery> _write;
    private int _next; // the first event that is not written
    private readonly List<int> _unflushed = []; // events of the batch that may wait in the appender's writer
    private bool _isBehind; // after a failure: in its file behind the end, which log4net then writes over

    public TextEventWriter(AppenderSkeleton appender)
    {
        _appender = appender;
        _write = WriteAll;
    }

    public bool LeavesNothingToFlush => true;

    public void Write(in Delivery delivery)
    {
        _next = 0;
        if (!delivery.Guard.Try(_write, delivery))
        {
            delivery.Failures.Mark(_next, delivery.Batch.Count); // what it did not come to
        }
    }

    /// <summary>Appends one event as log4net's DoAppend does, but for its lock and its guard.</summary>
    /// <param name="appender">The appender.</param>
    /// <param name="loggingEvent">An event that has passed its filters.</param>
    /// <param name="guard">Counts its errors.</param>
    /// <param name="seeksEnd">
    /// Whether it goes to the end of its file first. Not after a failure: log4net writes over what that has left at the end.
    /// </param>
    /// <param name="thrown">What the appender, or its layout, has thrown: then it came to no flush.</param>
    /// <returns>Whether the appender took it.</returns>
    public static bool Append(
        AppenderSkeleton appender, LoggingEvent loggingEvent, AppenderGuard guard, bool seeksEnd, out Exception? thrown)
    {
        guard.Renew();
        int errors = guard.Errors;
        thrown = null;
        try
        {
            if (Log4NetMembers.PreAppendCheck(appender))
            {
                OutputFile.SeekEnd(seeksEnd ? appender as FileAppender : null);
                Log4NetMembers.Append(appender, loggingEvent);
            }
        }
        catch (Exception e)
        {
            thrown = e;
            Report(appender, e);
        }

        return thrown is null && guard.Errors == errors; // without memory it may not have been counted
    }

    /// <summary>Whether an append came to nothing by the layout, and not by a writer that may have lost what was in its buffer.</summary>
    public static bool IsOfLayout(Exception? thrown) => thrown is not null && thrown.GetBaseException() is not IOException;

    /// <summary>Asks the filters as log4net's DoAppend does.</summary>
    /// <returns>Whether the event passes; one at which a filter throws does not.</returns>
    public static bool Passes(AppenderSkeleton appender, LoggingEvent loggingEvent, AppenderGuard guard)
    {
        guard.Renew();
        try
        {
            return Log4NetMembers.FilterEvent(appender, loggingEvent);
        }
        catch (Exception e)
        {
            Report(appender, e);
            return false;
        }
    }

    /// <summary>
    /// Reports as log4net's DoAppend does. A handler that throws ends what is done with the one event; the error is counted before.
    /// </summary>
    public static void Report(AppenderSkeleton appender, Exception exception)
    {
        try
        {
            appender.ErrorHandler.Error("Failed in DoAppend", exception);
        }
        catch (Exception)
        {
            // log4net's loop over the appenders of a logger swallows it, too.
        }
    }

    /// <summary>
    /// Begins to append, under the guard by which an appender ignores what is logged meanwhile. Its lock is held already.
    /// </summary>
    /// <returns>Whether the appender is open; one that is closed reports it.</returns>
    public static bool BeginAppend(AppenderSkeleton appender)
    {
        bool isOpen = CheckOpen(appender);
        if (isOpen)
        {
            Log4NetMembers.SetRecursiveGuard(appender, true);
        }

        return isOpen;
    }

    /// <summary>Asks before each event as log4net does: the one before may have closed the appender.</summary>
    /// <returns>Whether it is open; one that is closed reports it.</returns>
    public static bool CheckOpen(AppenderSkeleton appender)
    {
        bool isOpen = !Log4NetMembers.IsClosed(appender);
        if (!isOpen)
        {
            appender.ErrorHandler.Error($"Attempted to append to closed appender named [{appender.Name}].");
        }

        return isOpen;
    }

    private void WriteAll(Delivery delivery)
    {
        if (!BeginAppend(_appender))
        {
            return;
        }

        _unflushed.Clear();
        _isBehind = _isBehind && OutputFile.IsBehindEnd(_appender);
        bool seeksEnd = !_isBehind;
        try
        {
            for (int i = 0; i < delivery.Batch.Count; _next = ++i)
            {
                delivery.Batch.Enter(i);
                int errors = delivery.Guard.Errors;
                if (delivery.Takes(i) && CheckOpen(_appender) && Passes(_appender, delivery.EventFor(i), delivery.Guard))
                {
                    AppendOne(delivery, i, seeksEnd);
                    seeksEnd = false;
                }

                if (delivery.Guard.Errors != errors)
                {
                    delivery.Failures.Mark(i);
                }
            }

            // What the appender left in its buffer nobody can empty safely from outside: log4net's Flush of a file fails and loses it.
            if (_unflushed.Count > 0 && _appender is TextWriterAppender writer
                && !TryFlush(writer, delivery.Guard, seeksEnd: !_isBehind))
            {
                _isBehind = true;
                _unflushed.ForEach(delivery.Failures.Mark);
            }
        }
        finally
        {
            Log4NetMembers.SetRecursiveGuard(_appender, false);
        }
    }

    private void AppendOne(Delivery delivery, int index, bool seeksEnd)
    {
        bool isAppended = Append(_appender, delivery.EventFor(index), delivery.Guard, seeksEnd, out Exception? thrown);
        _isBehind |= !isAppended;
        bool flushesLater = _appender is TextWriterAppender { ImmediateFlush: false };
        if (flushesLater && IsOfLayout(thrown))
        {
            delivery.Failures.Mark(index); // its layout has thrown: the buffer keeps what it had
            return;
        }

        _unflushed.Add(index);
        if (!isAppended)
        {
            _unflushed.ForEach(delivery.Failures.Mark); // a writer that fails may have lost what it had in its buffer
        }

        if (!flushesLater)
        {
            _unflushed.Clear();
        }
    }

    /// <summary>Writes out what the appender still has in its buffer.</summary>
    /// <returns>Whether there is nothing left in it.</returns>
    public bool Flush(AppenderGuard guard)
    {
        using (Uninterrupted.Lock(Log4NetMembers.LockOf(_appender)))
        {
            return FlushLocked(guard);
        }
    }

    private bool FlushLocked(AppenderGuard guard)
    {
        if (_appender is not TextWriterAppender { ImmediateFlush: false } writer || Log4NetMembers.IsClosed(_appender))
        {
            return true; // each append has flushed
        }

        Log4NetMembers.SetRecursiveGuard(_appender, true);
        try
        {
            bool isFlushed = TryFlush(writer, guard, seeksEnd: !_isBehind);
            _isBehind |= !isFlushed;
            return isFlushed;
        }
        finally
        {
            Log4NetMembers.SetRecursiveGuard(_appender, false);
        }
    }

    /// <summary>Writes out what an appender has in its buffer, and reports what fails to it.</summary>
    public static bool TryFlush(TextWriterAppender appender, AppenderGuard guard, bool seeksEnd)
    {
        int errors = guard.Errors;
        try
        {
            OutputFile.Flush(appender, seeksEnd);
            return guard.Errors == errors;
        }
        catch (Exception e)
        {
            Report(appender, e);
            return false;
        }
    }
}
