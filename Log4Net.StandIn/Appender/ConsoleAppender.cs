using log4net.Core;

namespace log4net.Appender;

public class ConsoleAppender : AppenderSkeleton
{
    public const string ConsoleError = "Console.Error";
    public const string ConsoleOut = "Console.Out";

    private bool _toError;

    public virtual string Target
    {
        get => _toError ? ConsoleError : ConsoleOut;
        set => _toError = ConsoleError.Equals(value?.Trim(), StringComparison.OrdinalIgnoreCase);
    }

    protected override bool RequiresLayout => true;

    /// <remarks>The console's writer is asked for each time, so that <see cref="Console.SetOut"/> works at any moment.</remarks>
    protected override void Append(LoggingEvent loggingEvent) => (_toError ? Console.Error : Console.Out).Write(RenderLoggingEvent(loggingEvent));
}
