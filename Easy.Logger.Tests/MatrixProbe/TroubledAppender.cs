using log4net.Appender;
using log4net.Core;

namespace MatrixProbe;

/// <summary>A child that does what its cell says, under log4net's own lock of the child like any other.</summary>
internal sealed class TroubledAppender : AppenderSkeleton
{
    private Trouble? _trouble;

    public string Stage
    {
        set => _trouble = MatrixProbe.Stage.Of(value).ChildTrouble;
    }

    protected override void Append(LoggingEvent loggingEvent) => _trouble!.Make();
}
