using Easy.Logger.Capture;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>Text that is the same for every event.</summary>
internal sealed class LiteralPart : LinePart
{
    private readonly string _literal;

    public LiteralPart(string literal) => _literal = literal;

    public override bool IsRepeated => true;

    public override void Write(TextBuffer text, LoggingEvent loggingEvent, in CapturedValues values) => text.Write(_literal);
}
