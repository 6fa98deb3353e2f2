using log4net.Core;
using log4net.Layout;

namespace Recorder;

/// <summary>A layout with a hook.</summary>
internal sealed class HookLayout(Action<TextWriter, LoggingEvent> format) : LayoutSkeleton
{
    public override void ActivateOptions()
    {
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent) => format(writer, loggingEvent);
}
