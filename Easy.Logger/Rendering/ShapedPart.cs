using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Capture;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>
/// Another part in the width that the pattern gives it. As in log4net, the part writes to a writer of its own of the invariant culture, which renderers
/// of the application can see.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "TextBuffer is a writer over an array and holds nothing to release.")]
internal sealed class ShapedPart : LinePart
{
    private const int FieldCapacity = 256;

    private readonly LinePart _part;
    private readonly FieldShape _shape;
    private readonly TextBuffer _field = new(FieldCapacity);

    public ShapedPart(LinePart part, FieldShape shape)
    {
        _part = part;
        _shape = shape;
    }

    public override bool IsRepeated => _part.IsRepeated;

    public override void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values)
    {
        _field.Clear();
        _part.Write(_field, loggingEvent, values);
        text.Write(_field, _shape);
    }
}
