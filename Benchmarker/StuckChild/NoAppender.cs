using log4net.Appender;
using log4net.Core;

namespace Benchmarker.StuckChild;

/// <summary>Does nothing at all: what is measured with it is log4net, the clock and the machine.</summary>
internal sealed class NoAppender : IAppender
{
    public string Name { get; set; } = "none";

    public void DoAppend(LoggingEvent loggingEvent)
    {
        // Nothing.
    }

    public void Close()
    {
        // Nothing.
    }
}
