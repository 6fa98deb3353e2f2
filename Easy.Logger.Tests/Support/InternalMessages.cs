namespace Easy.Logger.Tests.Support;

/// <summary>
/// Collects what log4net's internal log gets. The log is one for the whole process and tests run side by side, so a test asks for the
/// messages that name its own appender.
/// </summary>
internal sealed class InternalMessages : IDisposable
{
    private readonly Lock _lock = new();
    private readonly List<string> _messages = [];

    public InternalMessages() => LogLog.LogReceived += Receive;

    /// <summary>The messages so far that contain the text, those included that the library has handed in and not yet written.</summary>
    public IReadOnlyList<string> Naming(string text)
    {
        InternalLogs.Flush();
        lock (_lock)
        {
            return _messages.FindAll(message => message.Contains(text, StringComparison.Ordinal));
        }
    }

    public void Dispose() => LogLog.LogReceived -= Receive;

    private void Receive(object? source, LogReceivedEventArgs args)
    {
        // Debug messages are only sent while somebody debugs log4net itself.
        lock (_lock)
        {
            _messages.Add($"{args.LogLog.Prefix}{args.LogLog.Message}");
        }
    }
}
