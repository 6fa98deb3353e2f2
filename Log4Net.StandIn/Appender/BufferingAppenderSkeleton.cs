using log4net.Core;
using log4net.Util;

namespace log4net.Appender;

public abstract class BufferingAppenderSkeleton : AppenderSkeleton
{
    private readonly bool _fixUnbuffered;
    private CyclicBuffer? _pending;

    protected BufferingAppenderSkeleton()
        : this(true)
    {
    }

    protected BufferingAppenderSkeleton(bool eventMustBeFixed) => _fixUnbuffered = eventMustBeFixed;

    /// <remarks>Counts from the next activation on; only 1 or less works at once, it goes past the buffer.</remarks>
    public int BufferSize { get; set; } = 512;

    public ITriggeringEventEvaluator? Evaluator { get; set; }

    public virtual FixFlags Fix { get; set; } = FixFlags.All;

    public bool Lossy { get; set; }

    public ITriggeringEventEvaluator? LossyEvaluator { get; set; }

    public override void ActivateOptions()
    {
        base.ActivateOptions();
        if (Lossy && Evaluator is null)
        {
            ErrorHandler.Error($"A lossy buffer goes out when its Evaluator says so; [{Name}] was given none.");
        }
        lock (LockObj)
        {
            _pending = BufferSize > 1 ? new CyclicBuffer(BufferSize) : null;
        }
    }

    public override bool Flush(int millisecondsTimeout)
    {
        Flush();
        return true;
    }

    public virtual void Flush() => Flush(false);

    public virtual void Flush(bool flushLossyBuffer)
    {
        lock (LockObj)
        {
            if (_pending is not { Length: > 0 } pending)
            {
                return;
            }
            if (!Lossy)
            {
                SendFromBuffer(null, pending);
            }
            else if (flushLossyBuffer)
            {
                SendAny(Array.FindAll(pending.PopAll(), loggingEvent => Triggers(LossyEvaluator, loggingEvent)));
            }
        }
    }

    protected override void Append(LoggingEvent loggingEvent)
    {
        if (_pending is { } pending && BufferSize > 1)
        {
            AppendBuffered(loggingEvent, pending);
        }
        else if (!Lossy || Triggers(Evaluator, loggingEvent) || Triggers(LossyEvaluator, loggingEvent))
        {
            if (_fixUnbuffered)
            {
                loggingEvent.Fix = Fix;
            }
            SendBuffer([loggingEvent]);
        }
    }

    protected override void OnClose() => Flush(true);

    protected abstract void SendBuffer(LoggingEvent[] events);

    protected virtual void SendFromBuffer(LoggingEvent? firstLoggingEvent, CyclicBuffer buffer)
    {
        LoggingEvent[] buffered = buffer.PopAll();
        SendAny(firstLoggingEvent is null ? buffered : [firstLoggingEvent, .. buffered]);
    }

    private static bool Triggers(ITriggeringEventEvaluator? evaluator, LoggingEvent loggingEvent)
        => evaluator is not null && evaluator.IsTriggeringEvent(loggingEvent);

    private void AppendBuffered(LoggingEvent loggingEvent, CyclicBuffer pending)
    {
        loggingEvent.Fix = Fix;
        LoggingEvent? pushedOut = pending.Append(loggingEvent);
        if (Lossy && pushedOut is not null && !Triggers(LossyEvaluator, pushedOut))
        {
            // this is the loss
            pushedOut = null;
        }

        // a buffer that must not lose goes out when it is full, and the evaluator has no say
        bool full = pushedOut is not null && !Lossy;
        if (full || Triggers(Evaluator, loggingEvent))
        {
            SendFromBuffer(pushedOut, pending);
        }
        else if (pushedOut is not null)
        {
            SendBuffer([pushedOut]);
        }
    }

    private void SendAny(LoggingEvent[] events)
    {
        if (events.Length > 0)
        {
            SendBuffer(events);
        }
    }
}
