using Easy.Logger.Capture;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>
/// A part of the caller location, such as <c>%method</c>: the location that the log call captured, or that of an event that has one.
/// </summary>
internal sealed class LocationPart : LinePart
{
    private readonly Func<LocationInfo, string?> _read;
    private readonly FieldShape _shape;

    public LocationPart(Func<LocationInfo, string?> read, FieldShape shape)
    {
        _read = read;
        _shape = shape;
    }

    public override void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values) =>
        text.Write((values.Context?.Location ?? loggingEvent.LocationInfo) is { } location ? _read(location) : null, _shape);
}
