using log4net.Core;
using log4net.Util;

namespace log4net.Appender;

public partial class ManagedColoredConsoleAppender : AppenderSkeleton
{
    public const string ConsoleError = "Console.Error";
    public const string ConsoleOut = "Console.Out";

    private readonly LevelMapping _colors = new();
    private bool _toError;

    public virtual string Target
    {
        get => _toError ? ConsoleError : ConsoleOut;
        set => _toError = ConsoleError.Equals(value?.Trim(), StringComparison.OrdinalIgnoreCase);
    }

    protected override bool RequiresLayout => true;

    public override void ActivateOptions()
    {
        base.ActivateOptions();
        _colors.ActivateOptions();
    }

    public void AddMapping(LevelColors mapping) => _colors.Add(mapping);

    protected override void Append(LoggingEvent loggingEvent)
    {
        TextWriter console = _toError ? Console.Error : Console.Out;
        string text = RenderLoggingEvent(loggingEvent);
        if (_colors.Lookup(loggingEvent.Level) is not LevelColors colors)
        {
            console.Write(text);
            return;
        }
        colors.Paint();
        try
        {
            console.Write(text);
        }
        finally
        {
            Console.ResetColor();
        }
    }
}
