using log4net.Appender;
using log4net.Core;

namespace ExitProbe;

/// <summary>A file on a disk that takes a second for a fatal event: a program that does not wait for it is gone before.</summary>
internal sealed class SlowFileAppender : FileAppender
{
    private readonly ManualResetEventSlim _never = new();

    protected override void Append(LoggingEvent loggingEvent)
    {
        if (loggingEvent.Level >= Level.Fatal)
        {
            _never.Wait(1000);
        }

        base.Append(loggingEvent);
    }

    protected override void OnClose()
    {
        base.OnClose();
        _never.Dispose();
    }
}
