using Easy.Logger.Forwarding;
using log4net.Core;

namespace Easy.Logger.Rendering;

/// <summary><c>%property{key}</c> and its other names, and <c>%ndc</c>, which is a property too.</summary>
internal sealed class PropertyPart : LinePart
{
    private readonly string _key;

    public PropertyPart(string key) => _key = key;

    public override void Write(RenderedText text, LoggingEvent loggingEvent, in DeferredMessage message) =>
        PatternPiece.WriteValue(text, loggingEvent.Repository, loggingEvent.LookupProperty(_key));
}
