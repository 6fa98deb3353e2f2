using log4net.Appender;
using log4net.Core;

namespace ExitProbe;

/// <summary>A child that takes an event and never comes back.</summary>
internal sealed class HungAppender : IAppender
{
    public static ManualResetEventSlim Entered { get; } = new();

    public string Name { get; set; } = string.Empty;

    public void DoAppend(LoggingEvent loggingEvent)
    {
        Entered.Set();
        Thread.CurrentThread.Join();
    }

    public void Close() => Thread.CurrentThread.Join();
}
