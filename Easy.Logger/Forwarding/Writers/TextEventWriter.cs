using Easy.Logger.Capture;
using Easy.Logger.Compatibility;
using log4net.Appender;
using log4net.Core;

namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// The events of a batch one by one into a text appender of log4net's own, under one lock and with one flush: for layouts of which it is not known what they write.
/// The appender's own layout and filters do all of the work.
/// </summary>
internal sealed class TextEventWriter : IBatchWriter
{
    private readonly AppenderSkeleton _appender;
    private readonly Action<State> _write;

    public TextEventWriter(AppenderSkeleton appender)
    {
        _appender = appender;
        _write = Write;
    }

    public bool LeavesNothingToFlush => true;

    public void Write(Batch batch, PlannedAppender planned, AttachedAppender child, BatchFailures failures)
    {
        if (!child.Try(_write, new State(batch, planned, child, failures)) && failures.Count == 0)
        {
            failures.Mark(0, batch.Events.Length);
        }
    }

    /// <summary>Appends one event as log4net's DoAppend does, but for its lock and its guard.</summary>
    /// <param name="appender">The appender.</param>
    /// <param name="loggingEvent">An event that has passed its filters.</param>
    /// <param name="child">The same appender, which counts its errors.</param>
    /// <param name="hasThrown">Whether the appender, or its layout, threw an exception: then it came to no flush.</param>
    /// <returns>Whether the appender took it.</returns>
    public static bool Append(AppenderSkeleton appender, LoggingEvent loggingEvent, AttachedAppender child, out bool hasThrown)
    {
        int errors = child.Errors;
        hasThrown = false;
        try
        {
            if (Log4NetMembers.PreAppendCheck(appender))
            {
                Log4NetMembers.Append(appender, loggingEvent);
            }
        }
        catch (Exception e)
        {
            hasThrown = true;
            appender.ErrorHandler.Error("Failed in DoAppend", e);
        }

        return child.Errors == errors;
    }

    /// <summary>Asks the filters as log4net's DoAppend does.</summary>
    /// <returns>Whether the event passes; one at which a filter throws does not.</returns>
    public static bool Passes(AppenderSkeleton appender, LoggingEvent loggingEvent)
    {
        try
        {
            return Log4NetMembers.FilterEvent(appender, loggingEvent);
        }
        catch (Exception e)
        {
            appender.ErrorHandler.Error("Failed in DoAppend", e);
            return false;
        }
    }

    /// <summary>Runs a step under the guard by which an appender ignores what is logged while it appends. Its lock is held already.</summary>
    /// <returns>Whether the appender is open; one that is closed reports it.</returns>
    public static bool BeginAppend(AppenderSkeleton appender)
    {
        if (Log4NetMembers.IsClosed(appender))
        {
            appender.ErrorHandler.Error($"Attempted to append to closed appender named [{appender.Name}].");
            return false;
        }

        Log4NetMembers.SetRecursiveGuard(appender, true);
        return true;
    }

    private void Write(State state)
    {
        if (!BeginAppend(_appender))
        {
            return;
        }

        TextWriterAppender? writer = _appender as TextWriterAppender;
        bool immediateFlush = writer?.ImmediateFlush ?? false;
        try
        {
            // Only the last one flushes, so each is written when the next one is known. Without a flush the appender would keep text in a buffer that nobody can
            // empty safely from outside: log4net's Flush of such a file appender fails and loses it.
            SetFlush(writer, false);
            int pending = -1;
            for (int i = 0; i < state.Batch.Events.Length; i++)
            {
                state.Batch.Enter(i);
                int errors = state.Child.Errors;
                if (Passes(_appender, state.Batch.EventFor(i, state.Planned.IsKnown)))
                {
                    _ = AppendPending(state, pending);
                    pending = i;
                }
                else if (state.Child.Errors != errors)
                {
                    state.Failures.Mark(i);
                }
            }

            SetFlush(writer, true);
            if (!AppendPending(state, pending) && writer is not null)
            {
                Flush(state, pending);
            }
        }
        finally
        {
            SetFlush(writer, immediateFlush);
            Log4NetMembers.SetRecursiveGuard(_appender, false);
        }
    }

    private static void SetFlush(TextWriterAppender? appender, bool value)
    {
        if (appender is not null)
        {
            appender.ImmediateFlush = value;
        }
    }

    /// <returns>Whether the appender came to its flush.</returns>
    private bool AppendPending(State state, int index)
    {
        if (index < 0)
        {
            return true;
        }

        state.Batch.Enter(index);
        if (!Append(_appender, state.Batch.EventFor(index, state.Planned.IsKnown), state.Child, out bool hasThrown))
        {
            // A writer that fails may have lost what it still had of the events before.
            state.Failures.Mark(hasThrown ? index : 0, index + 1);
        }

        return !hasThrown;
    }

    /// <summary>The last event has failed before its flush: an append that writes nothing makes up for it.</summary>
    private void Flush(State state, int last)
    {
        if (_appender.Layout is { } layout && new BatchLayout.Empty(layout) is var empty && Log4NetMembers.TryReplaceLayout(_appender, layout, empty))
        {
            if (!Append(_appender, state.Batch.EventFor(last, state.Planned.IsKnown), state.Child, out _))
            {
                state.Failures.Mark(0, last);
            }

            _ = Log4NetMembers.TryReplaceLayout(_appender, empty, layout);
        }
    }

    private readonly struct State(Batch batch, PlannedAppender planned, AttachedAppender child, BatchFailures failures)
    {
        public Batch Batch { get; } = batch;

        public PlannedAppender Planned { get; } = planned;

        public AttachedAppender Child { get; } = child;

        public BatchFailures Failures { get; } = failures;
    }
}
