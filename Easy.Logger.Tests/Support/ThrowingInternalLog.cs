namespace Easy.Logger.Tests.Support;

/// <summary>
/// A handler of log4net's internal log that throws at each message with a certain text; the log is one for the whole process. Thread-safe.
/// </summary>
internal sealed class ThrowingInternalLog : IDisposable
{
    private readonly string _text;
    private int _calls;

    public ThrowingInternalLog(string text)
    {
        _text = text;
        LogLog.LogReceived += Throw;
    }

    public int Calls
    {
        get
        {
            InternalLogs.Flush();
            return Volatile.Read(ref _calls);
        }
    }

    public void Dispose() => LogLog.LogReceived -= Throw;

    private void Throw(object? source, LogReceivedEventArgs args)
    {
        if (args.LogLog.Message?.Contains(_text, StringComparison.Ordinal) == true)
        {
            Interlocked.Increment(ref _calls);
            throw new InvalidOperationException("handler of the internal log");
        }
    }
}
