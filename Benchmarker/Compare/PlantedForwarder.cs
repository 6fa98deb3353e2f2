using System.Globalization;
using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Compare;

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
