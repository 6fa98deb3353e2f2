using log4net.Core;
using log4net.Util;

namespace log4net.Filter;

public class PropertyFilter : StringMatchFilter
{
    public string? Key { get; set; }

    public override FilterDecision Decide(LoggingEvent loggingEvent)
    {
        Guard.NotNull(loggingEvent, nameof(loggingEvent));

        // The value is compared as the repository renders it (null has a text too); without a repository there is nothing to compare.
        return Key is null || loggingEvent.Repository is not { } repository
            ? FilterDecision.Neutral
            : DecideText(repository.RendererMap.FindAndRender(loggingEvent.LookupProperty(Key)));
    }
}
