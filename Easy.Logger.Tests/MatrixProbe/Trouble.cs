using Easy.Logger.Tests.Matrix;
using log4net;

namespace MatrixProbe;

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

    /// <summary>Waits until it was done once.</summary>
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
