using System.Globalization;
using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Soak.Compare;

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

        if (lossySize is not null && !CustomEvaluator.ForHistory(lossySize).IsTriggeringEvent(loggingEvent))
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

/// <summary>A defect that is planted into the compared run, to show that the comparison finds it.</summary>
internal enum Plant
{
    None,

    /// <summary>An event is rendered when the next one is logged.</summary>
    Capture,

    /// <summary>A filter that is added later has no effect.</summary>
    Filter,

    /// <summary>Events are forwarded in another culture than that of their call.</summary>
    Culture,

    /// <summary>Now and then two events change places.</summary>
    Order,

    /// <summary>Flush leaves an event in the queue.</summary>
    Flush,

    /// <summary>The first event after a new configuration is lost.</summary>
    Reload,

    /// <summary>A detached appender still receives events.</summary>
    Detach,

    /// <summary>A property of the event is missing.</summary>
    Property,

    /// <summary>The text of an exception is missing.</summary>
    Exception,

    /// <summary>Files roll at another size.</summary>
    Rolling,
}

/// <summary>Stands before an async appender and has one of the defects.</summary>
internal sealed class PlantedForwarder(Plant plant) : ForwardingAppender
{
    private (LoggingEvent Event, CultureInfo Culture)? _held;
    private int _count;

    /// <summary>The appender, or a forwarder with a defect before it.</summary>
    public static IAppender Before(IAppender appender, Node node, Plant plant, bool isReload)
    {
        bool isPlanted = plant is Plant.Capture or Plant.Culture or Plant.Order or Plant.Flush or Plant.Property or Plant.Exception
            || (plant is Plant.Reload && isReload);
        if (!isPlanted || node is not Container { Kind: ContainerKind.Async })
        {
            return appender;
        }

        PlantedForwarder forwarder = new(plant) { Name = "planted" };
        forwarder.AddAppender(appender);
        return forwarder;
    }

    public override bool Flush(int millisecondsTimeout)
    {
        if (plant != Plant.Flush)
        {
            Release();
        }

        return base.Flush(millisecondsTimeout);
    }

    protected override void Append(LoggingEvent loggingEvent)
    {
        _count++;
        switch (plant)
        {
            case Plant.Capture:
                Release();
                Hold(loggingEvent);
                return;
            case Plant.Flush:
                Release();
                loggingEvent.Fix = FixFlags.All;
                Hold(loggingEvent);
                return;
            case Plant.Order when _count % 3 == 0:
                loggingEvent.Fix = FixFlags.All;
                Hold(loggingEvent);
                return;
            case Plant.Reload when _count == 1:
                return;
            case Plant.Culture:
                Forward(loggingEvent, CultureInfo.InvariantCulture);
                return;
            case Plant.Property:
                loggingEvent.Properties.Remove("event");
                break;
            case Plant.Exception:
                LoggingEventData data = loggingEvent.GetLoggingEventData(FixFlags.All);
                data.ExceptionString = string.Empty;
                loggingEvent = new LoggingEvent(typeof(PlantedForwarder), loggingEvent.Repository, data, FixFlags.All);
                break;
        }

        base.Append(loggingEvent);
        Release();
    }

    protected override void OnClose()
    {
        Release();
        base.OnClose();
    }

    private void Hold(LoggingEvent loggingEvent) => _held = (loggingEvent, CultureInfo.CurrentCulture);

    private void Release()
    {
        if (_held is { } held)
        {
            _held = null;
            Forward(held.Event, held.Culture);
        }
    }

    private void Forward(LoggingEvent loggingEvent, CultureInfo culture)
    {
        CultureInfo own = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = culture;
        base.Append(loggingEvent);
        CultureInfo.CurrentCulture = own;
    }
}
