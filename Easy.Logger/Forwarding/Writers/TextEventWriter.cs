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
    /// <returns>Whether the appender took it, or its filters did not let it pass.</returns>
    public static bool Append(AppenderSkeleton appender, LoggingEvent loggingEvent, AttachedAppender child)
    {
        int errors = child.Errors;
        try
        {
            if (Log4NetMembers.PreAppendCheck(appender))
            {
                Log4NetMembers.Append(appender, loggingEvent);
            }
        }
        catch (Exception e)
        {
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
                    AppendPending(state, pending);
                    pending = i;
                }
                else if (state.Child.Errors != errors)
                {
                    state.Failures.Mark(i);
                }
            }

            SetFlush(writer, true);
            AppendPending(state, pending);
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

    private void AppendPending(State state, int index)
    {
        if (index < 0)
        {
            return;
        }

        state.Batch.Enter(index);
        if (!Append(_appender, state.Batch.EventFor(index, state.Planned.IsKnown), state.Child))
        {
            state.Failures.Mark(index);
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
