extern alias core;

using InternalLog = core::Easy.Logger.Shared.InternalLog;
using NoticeQueue = core::Easy.Logger.Shared.NoticeQueue;

namespace Easy.Logger.Tests.Shared;

/// <summary>log4net's own error handler gets its errors, whatever became of an earlier one.</summary>
[NonParallelizable] // the internal log is one for all
internal sealed class ErrorHandlerTests
{
    [Test]
    public void Pass_NoRoomForAnError_TheNextOneIsWritten()
    {
        string name = Some.Name("full");
        OnlyOnceErrorHandler handler = new(name);
        using ManualResetEventSlim release = new();
        List<string> seen = Listen(name, () => release.Wait(Eventually.Patience), () =>
        {
            for (int i = 0; i < NoticeQueue.Capacity + 2; i++)
            {
                string text = $"{name} {i}";
                InternalLog.Pass(new OnlyOnceErrorHandler(name), one => one.Error(text));
            }

            InternalLog.Pass(handler, one => one.Error("first"));
            release.Set();
            InternalLogs.Flush();
            InternalLog.Pass(handler, one => one.Error("second"));
        });

        Assert.That(seen, Has.None.Contains("first").And.Some.Contains("second"));
    }

    [Test]
    public void Pass_HandlerOfTheInternalLogThrows_TheNextOneIsWritten()
    {
        string name = Some.Name("throws");
        OnlyOnceErrorHandler handler = new(name);
        List<string> seen = Listen(name, () => throw new InvalidOperationException("handler of the internal log"), () =>
        {
            InternalLog.Pass(handler, one => one.Error("first"));
            InternalLogs.Flush();
            handler.Reset();
            InternalLog.Pass(handler, one => one.Error("second"));
        });

        Assert.That(seen, Has.Some.Contains("first").And.Some.Contains("second"));
    }

    private static List<string> Listen(string name, Action then, Action step)
    {
        List<string> seen = [];
        LogLog.LogReceived += Receive;
        try
        {
            step();
            InternalLogs.Flush();
            return seen;
        }
        finally
        {
            LogLog.LogReceived -= Receive;
        }

        void Receive(object? source, LogReceivedEventArgs args)
        {
            if (args.LogLog.Message.Contains(name, StringComparison.Ordinal))
            {
                seen.Add(args.LogLog.Message);
                then();
            }
        }
    }
}
