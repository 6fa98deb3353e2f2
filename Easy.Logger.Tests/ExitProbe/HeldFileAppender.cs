using log4net.Appender;
using log4net.Core;

namespace ExitProbe;

/// <summary>A file on a disk that does not answer until it is let go.</summary>
internal sealed class HeldFileAppender : FileAppender
{
    private static readonly ManualResetEventSlim _released = new();

    /// <summary>Lets every event through from now on.</summary>
    public static void Release() => _released.Set();

    protected override void Append(LoggingEvent loggingEvent)
    {
        _released.Wait();
        base.Append(loggingEvent);
    }
}
