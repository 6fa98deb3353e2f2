using System.Globalization;
using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Compare;

/// <summary>
/// Stands in for the async appender when <c>fix</c> or <c>lossy</c> is set: fixes on the calling thread and forwards on a thread that has
/// only the culture of the call.
/// </summary>
/// <param name="fix">What is fixed.</param>
/// <param name="lossySize">How many events a lossy history holds before one triggers.</param>
internal sealed class FixingForwarder(FixFlags fix, int? lossySize) : ForwardingAppender
{
    private readonly Queue<(LoggingEvent Event, CultureInfo Culture)> _history = new();

    protected override void Append(LoggingEvent loggingEvent)
    {
        loggingEvent.Fix = fix;
        _history.Enqueue((loggingEvent, CultureInfo.CurrentCulture));
        if (_history.Count > lossySize)
        {
            _history.Dequeue();
        }

        if (lossySize is not null && !new CustomEvaluator().IsTriggeringEvent(loggingEvent))
        {
            return;
        }

        IAppender[] children = [.. Appenders.Cast<IAppender>()]; // the other thread would wait for the lock that this one holds
        Thread worker = new(() =>
        {
            foreach ((LoggingEvent each, CultureInfo culture) in _history)
            {
                CultureInfo.CurrentCulture = culture;
                Array.ForEach(children, child => child.DoAppend(each));
            }
        })
        { Name = $"Easy.Logger {Name}" }; // an attached appender that fixes the rest reads the name of the worker
        worker.UnsafeStart();
        worker.Join();
        _history.Clear();
    }
}

/// <summary>Forwards new events with another message, as applications do to keep secrets out of their logs.</summary>
internal sealed class MaskingForwarder : ForwardingAppender
{
    protected override void Append(LoggingEvent loggingEvent)
    {
        LoggingEventData data = loggingEvent.GetLoggingEventData(FixFlags.All);
        data.Message = data.Message?.Replace('1', '*');
        base.Append(new LoggingEvent(typeof(MaskingForwarder), loggingEvent.Repository, data, FixFlags.All));
    }
}
