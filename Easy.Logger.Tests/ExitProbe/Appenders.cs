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

/// <summary>A file on a disk that takes a second for a fatal event: a program that does not wait for it is gone before.</summary>
internal sealed class SlowFileAppender : FileAppender
{
    private static readonly ManualResetEventSlim _never = new();

    protected override void Append(LoggingEvent loggingEvent)
    {
        if (loggingEvent.Level >= Level.Fatal)
        {
            _never.Wait(1000);
        }

        base.Append(loggingEvent);
    }
}
