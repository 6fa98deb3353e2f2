using System.Collections.Concurrent;
using Easy.Logger;
using Easy.Logger.Tests.Matrix;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;

namespace MatrixProbe;

/// <summary>A child that does what its cell says, under log4net's own lock of the child like any other.</summary>
internal sealed class TroubledAppender : AppenderSkeleton
{
    private readonly Trouble _trouble = Stage.Current.ChildTrouble;

    protected override void Append(LoggingEvent loggingEvent) => _trouble.Make();
}

/// <summary>A layout that does what its cell says whenever it is to format an event.</summary>
internal sealed class TroubledLayout : LayoutSkeleton
{
    private readonly Trouble _trouble = Stage.Current.ChildTrouble;

    public override void ActivateOptions()
    {
        // Nothing to activate.
    }

    public override void Format(TextWriter writer, LoggingEvent loggingEvent)
    {
        _trouble.Make();
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

    public WitnessAppender() => Stage.Current.Witnesses.Add(this);

    public string Name { get; set; } = string.Empty;

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

/// <summary>The appender under test, known to its stage from the moment it is made.</summary>
internal sealed class ObservedForwarder : AsyncBufferingForwardingAppender
{
    public ObservedForwarder() => Stage.Current.Appenders.Enqueue(this);
}

/// <summary>
/// What happens in the middle of writing: whoever comes waits at a gate until the stage is set, then does what the cell says, at every
/// event.
/// </summary>
internal sealed class Trouble(Stage stage, ChildBehaviour? behaviour)
{
    private readonly ManualResetEventSlim _gate = new();
    private readonly ManualResetEventSlim _entered = new();
    private readonly ManualResetEventSlim _done = new();
    private volatile string _doing = "not asked to write";

    /// <summary>Waits until somebody stands at the gate.</summary>
    public bool AwaitEntry(TimeSpan patience) => _entered.Wait(patience);

    public bool AwaitEnd(TimeSpan patience) => _done.Wait(patience);

    public void OpenGate() => _gate.Set();

    public void Make()
    {
        _doing = "at the gate";
        _entered.Set();
        _gate.Wait();
        _doing = "going on";
        try
        {
            Do();
        }
        finally
        {
            _doing = "done";
            _done.Set();
        }
    }

    public override string ToString() => $"{behaviour?.ToString() ?? "the child"}: {_doing}";

    private void Do()
    {
        switch (behaviour)
        {
            case ChildBehaviour.LogsInAppend:
            case ChildBehaviour.LayoutLogs:
            case ChildBehaviour.MessageLogs:
                stage.LogEcho();
                break;
            case ChildBehaviour.Throws:
                throw new InvalidOperationException("the cell's trouble");
            case ChildBehaviour.CallsFlush:
                stage.Appender.Flush(Timeout.Infinite);
                stage.Repository.Flush(Timeout.Infinite); // what LogManager.Flush does for the repository of its caller
                break;
            case ChildBehaviour.CallsShutdown:
                LogManager.Shutdown();
                break;
        }
    }
}
