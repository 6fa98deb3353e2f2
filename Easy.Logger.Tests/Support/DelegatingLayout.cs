namespace Easy.Logger.Tests.Support;

/// <summary>A layout of the application's own.</summary>
internal sealed class DelegatingLayout(Action<TextWriter, LoggingEvent> format) : LayoutSkeleton
{
    public override void ActivateOptions()
    {
        // Nothing to activate.
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent) => format(writer, loggingEvent);
}
