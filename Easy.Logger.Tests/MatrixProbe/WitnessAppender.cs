using System.Collections.Concurrent;
using log4net.Appender;
using log4net.Core;

namespace MatrixProbe;

/// <summary>A healthy child after the one in trouble: keeps what it gets.</summary>
internal sealed class WitnessAppender : IAppender
{
    private readonly ConcurrentQueue<string> _messages = [];

    public string Name { get; set; } = string.Empty;

    public string Stage
    {
        set => MatrixProbe.Stage.Of(value).Witnesses.Add(this);
    }

    /// <summary>The messages so far, without those that tell of a loss: nobody logged them.</summary>
    public IReadOnlyList<string> Messages => [.. _messages];

    public void DoAppend(LoggingEvent loggingEvent)
    {
        if (loggingEvent.LoggerName != "Easy.Logger")
        {
            _messages.Enqueue(loggingEvent.RenderedMessage ?? string.Empty);
        }
    }

    public void Close()
    {
        // What was kept is looked at afterwards.
    }
}
