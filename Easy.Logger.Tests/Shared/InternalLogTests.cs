namespace Easy.Logger.Tests.Shared;

/// <summary>
/// The way of each package to log4net's internal log: handlers of the application, and a console that nobody reads, hold up nobody.
/// </summary>
internal sealed class InternalLogTests
{
    [TestCaseSource(typeof(InternalLogs), nameof(InternalLogs.Packages))]
    public void Error_HandlerBlocks_ReturnsAndIsWrittenInOrderLater(string package)
    {
        string name = Some.Name("blocks");
        List<string> seen = [];
        using ManualResetEventSlim release = new();
        using Handler handler = new(name, message =>
        {
            release.Wait(Eventually.Patience);
            seen.Add(message);
        });

        for (int i = 0; i < 3; i++)
        {
            InternalLogs.All[package].Error($"{name} {i}"); // would hang here
        }

        Assert.That(InternalLogs.All[package].Flush(1), Is.False);
        release.Set();
        InternalLogs.Flush();
        Assert.That(seen, Is.EqualTo([$"{name} 0", $"{name} 1", $"{name} 2"]));
    }

    [TestCaseSource(typeof(InternalLogs), nameof(InternalLogs.Packages))]
    public void Error_HandlerThrows_TheNextMessagesAreWritten(string package)
    {
        string name = Some.Name("throws");
        List<string> seen = [];
        using Handler handler = new(name, message =>
        {
            seen.Add(message);
            throw new InvalidOperationException("handler of the internal log");
        });

        InternalLogs.All[package].Error($"{name} 0");
        InternalLogs.All[package].Error($"{name} 1");

        InternalLogs.Flush();
        Assert.That(seen, Is.EqualTo([$"{name} 0", $"{name} 1"]));
    }

    private sealed class Handler : IDisposable
    {
        private readonly string _name;
        private readonly Action<string> _handle;

        public Handler(string name, Action<string> handle)
        {
            (_name, _handle) = (name, handle);
            LogLog.LogReceived += Receive;
        }

        public void Dispose() => LogLog.LogReceived -= Receive;

        private void Receive(object? source, LogReceivedEventArgs args)
        {
            if (args.LogLog.Message?.Contains(_name, StringComparison.Ordinal) == true)
            {
                _handle(args.LogLog.Message);
            }
        }
    }
}
