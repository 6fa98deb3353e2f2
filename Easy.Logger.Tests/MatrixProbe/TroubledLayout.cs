using log4net.Core;
using log4net.Layout;

namespace MatrixProbe;

/// <summary>A layout that does what its cell says whenever it is to format an event.</summary>
internal sealed class TroubledLayout : LayoutSkeleton
{
    private Trouble? _trouble;

    public string Stage
    {
        set => _trouble = MatrixProbe.Stage.Of(value).ChildTrouble;
    }

    public override void ActivateOptions()
    {
        // Nothing to activate.
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        _trouble!.Make();
        loggingEvent.WriteRenderedMessage(writer);
    }
}
