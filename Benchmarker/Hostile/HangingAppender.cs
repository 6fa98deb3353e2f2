using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Hostile;

/// <summary>Where an appender hangs.</summary>
internal enum HangingCall
{
    Append,
    Flush,
    Close,
}

/// <summary>Never comes back from one of its calls, unless it is released.</summary>
internal sealed class HangingAppender(HangingCall call) : IAppender, IFlushable
{
    private readonly ManualResetEventSlim _entered = new();
    private readonly ManualResetEventSlim _released = new();

    public string Name { get; set; } = "hanging";

    public bool HasEntered(int milliseconds) => _entered.Wait(milliseconds);

    public void Release() => _released.Set();

    public void DoAppend(LoggingEvent loggingEvent) => HangIn(HangingCall.Append);

    public bool Flush(int millisecondsTimeout)
    {
        HangIn(HangingCall.Flush);
        return true;
    }

    public void Close() => HangIn(HangingCall.Close);

    private void HangIn(HangingCall current)
    {
        if (current == call)
        {
            _entered.Set();
            _released.Wait();
        }
    }
}
