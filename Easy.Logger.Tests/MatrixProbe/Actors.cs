using System.Collections.Concurrent;
using Easy.Logger;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace MatrixProbe;

/// <summary>A child that does what its cell says, under log4net's own lock of the child like any other.</summary>
internal sealed class TroubledAppender : AppenderSkeleton
{
    private Trouble? _trouble;

    public string Stage
    {
        set => _trouble = MatrixProbe.Stage.Of(value).ChildTrouble;
    }

    protected override void Append(LoggingEvent loggingEvent) => _trouble!.Make();
}

/// <summary>A layout that does what its cell says whenever it is to format an event.</summary>
internal sealed class TroubledLayout : LayoutSkeleton
{
    private Trouble? _trouble;

    public string Stage
    {
        set => _trouble = MatrixProbe.Stage.Of(value).ChildTrouble;
    }

    public override void ActivateOptions()
    {
        // Nothing to activate.
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        _trouble!.Make();
        loggingEvent.WriteRenderedMessage(writer);
    }
}

/// <summary>A message that does what its cell says when it is rendered.</summary>
internal sealed class TroubledMessage(Trouble trouble)
{
    public override string ToString()
    {
        trouble.Make();
        return "message";
    }
}

/// <summary>A stock text appender, to be served with one write per batch, whose text goes nowhere.</summary>
internal sealed class DiscardingTextAppender : TextWriterAppender
{
    public DiscardingTextAppender() => Writer = TextWriter.Null;
}

/// <summary>A healthy child after the one in trouble: keeps what it gets.</summary>
internal sealed class WitnessAppender : IAppender
{
    private readonly ConcurrentQueue<string> _messages = [];

    public string Name { get; set; } = string.Empty;

    public string Stage
    {
        set => MatrixProbe.Stage.Of(value).Witnesses.Add(this);
    }

    /// <summary>The messages so far, without reports of a loss: nobody logged them.</summary>
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

/// <summary>The appender under test, known to its stage from the moment it is configured.</summary>
internal sealed class ObservedForwarder : AsyncBufferingForwardingAppender
{
    public string Stage
    {
        set => MatrixProbe.Stage.Of(value).Appenders.Enqueue(this);
    }
}
