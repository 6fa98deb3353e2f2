using log4net.Appender;
using log4net.Core;

namespace Recorder;

/// <summary>A skeleton subclass with hooks; Gate is the object the skeleton locks on.</summary>
internal sealed class ProbeAppender : AppenderSkeleton
{
    private static readonly List<object> _kept = [];

    public ProbeAppender()
    {
        if (KeepAll)
        {
            lock (_kept)
            {
                _kept.Add(this);
            }
        }
    }

    /// <summary>Probes are kept alive, so that no finalizer closes one in the middle of another scenario.</summary>
    public static bool KeepAll { get; set; } = true;

    public Journal Journal { get; init; } = new();

    public Action<LoggingEvent>? OnAppend { get; set; }

    public Action? OnClosing { get; set; }

    public Func<int, bool>? OnFlush { get; set; }

    public bool NeedsLayout { get; init; }

    public object Gate => LockObj;

    public bool GateHeld => Monitor.IsEntered(Gate);

    public string Render(LoggingEvent e) => RenderLoggingEvent(e);

    protected override bool RequiresLayout => NeedsLayout;

    protected override void Append(LoggingEvent loggingEvent)
    {
        Journal.Add($"{Name}:{loggingEvent.RenderedMessage}");
        OnAppend?.Invoke(loggingEvent);
    }

    protected override void OnClose()
    {
        Journal.Add($"{Name}.OnClose");
        OnClosing?.Invoke();
    }

    public override bool Flush(int millisecondsTimeout)
    {
        return OnFlush is null ? base.Flush(millisecondsTimeout) : OnFlush(millisecondsTimeout);
    }
}
