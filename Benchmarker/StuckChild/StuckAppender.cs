using log4net.Appender;
using log4net.Core;

namespace Benchmarker.StuckChild;

/// <summary>A child that takes an event and does not come back until the measurement is over.</summary>
internal sealed class StuckAppender : IAppender
{
    private readonly ManualResetEventSlim _released = new();

    public string Name { get; set; } = "stuck";

    public void DoAppend(LoggingEvent loggingEvent) => _released.Wait();

    public void Close()
    {
        // It has nothing to close.
    }

    public void Release() => _released.Set();
}
