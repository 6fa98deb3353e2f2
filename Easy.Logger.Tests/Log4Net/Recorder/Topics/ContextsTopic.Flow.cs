using log4net;

namespace Recorder;

/// <summary>What of the contexts another thread, a task and an asynchronous method see, and what comes back from them.</summary>
internal static partial class ContextsTopic
{
    private static void Flow(Golden golden)
    {
        ThreadContext.Properties["t"] = "t1";
        LogicalThreadContext.Properties["l"] = "l1";
        LogicalThreadContext.Stacks["ls"].Push("s1");
        golden.Line($"here: {Seen()}");
        OtherThread.Run(() =>
        {
            golden.Line($"new thread: {Seen()}");
            LogicalThreadContext.Properties["l"] = "changed in the thread";
        });
        golden.Line($"back: {Seen()}");
        FlowIntoTask(golden);
        golden.Line($"back: {Seen()}");
        FlowOverAwait(golden).GetAwaiter().GetResult();
        golden.Line($"after an async method that changed them: {SeenLogical()}");
        using (ExecutionContext.SuppressFlow())
        {
            OtherThread.Run(() => golden.Line($"flow suppressed: {Seen()}"));
        }

        ThreadContext.Properties.Clear();
        LogicalThreadContext.Properties.Clear();
    }

    private static void FlowIntoTask(Golden golden)
    {
        // A thread of its own, not one of the pool that could bring thread properties along.
        Task task = Task.Factory.StartNew(
            () =>
            {
                golden.Line($"task: l and ls flow {SeenLogical() == "l=\"l1\" ls=\"s1\""}");
                LogicalThreadContext.Properties["l"] = "changed in the task";
                LogicalThreadContext.Stacks["ls"].Push("task");
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        task.Wait();
    }

    private static async Task FlowOverAwait(Golden golden)
    {
        LogicalThreadContext.Properties["l"] = "changed before the await";
        LogicalThreadContext.Stacks["ls"].Push("async");
        await Task.Yield();
        golden.Line($"after the await: {SeenLogical()}");
        LogicalThreadContext.Properties["l"] = "changed after the await";
    }

    private static string Seen() => $"t={Golden.Show(ThreadContext.Properties["t"])} {SeenLogical()}";

    private static string SeenLogical() => $"l={Golden.Show(LogicalThreadContext.Properties["l"])} ls={Text(LogicalThreadContext.Stacks["ls"])}";
}
