using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary>A conversion pattern as the parts that write a line. Worker only.</summary>
internal sealed class CompiledPattern
{
    private readonly LinePart[] _parts;

    public CompiledPattern(LinePart[] parts) => _parts = parts;

    public void Write(RenderedText text, LoggingEvent loggingEvent, in DeferredMessage message)
    {
        foreach (LinePart part in _parts)
        {
            part.Write(text, loggingEvent, message);
        }
    }
}
