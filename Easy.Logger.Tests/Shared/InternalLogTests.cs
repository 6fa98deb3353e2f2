extern alias core;

using InternalLog = core::Easy.Logger.Shared.InternalLog;
using NoticeQueue = core::Easy.Logger.Shared.NoticeQueue;

namespace Easy.Logger.Tests.Shared;

/// <summary>The way of each package to log4net's internal log: its handlers hold up nobody, and losses are counted.</summary>
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

    /// <summary>log4net's own error handler gets its errors, whatever became of an earlier one.</summary>
    [Test]
    public void Pass_HandlerOfTheInternalLogThrows_TheNextErrorIsWritten()
    {
        string name = Some.Name("throws");
        OnlyOnceErrorHandler errors = new(name);
        List<string> seen = [];
        using Handler handler = new(name, message =>
        {
            seen.Add(message);
            throw new InvalidOperationException("handler of the internal log");
        });

        InternalLog.Pass(errors, one => one.Error("first"));
        InternalLogs.Flush();
        errors.Reset();
        InternalLog.Pass(errors, one => one.Error("second"));

        InternalLogs.Flush();
        Assert.That(seen, Has.Some.Contains("first").And.Some.Contains("second"));
    }

    [Test]
    public void Post_MoreThanThereIsRoomFor_TheRestIsCountedThoughNothingFollows()
    {
        const int posted = 3 * NoticeQueue.Capacity;
        int done = 0;
        long missing = 0;
        using ManualResetEventSlim release = new();
        NoticeQueue queue = new("test", count => missing += count);

        for (int i = 0; i < posted; i++)
        {
            queue.Post(() =>
            {
                release.Wait(Eventually.Patience);
                done++;
            });
        }

        queue.LeaveOut();
        release.Set();
        int milliseconds = (int)Eventually.Patience.TotalMilliseconds;
        Assert.That(queue.Flush(ref milliseconds), Is.True);
        Assert.That(done + missing, Is.EqualTo(posted + 1));
        Assert.That(done, Is.InRange(NoticeQueue.Capacity, NoticeQueue.Capacity + 1));
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
