using log4net;
using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Recorder;

/// <summary>Stacks of the thread and of the logical thread.</summary>
internal static partial class ContextsTopic
{
    private static LogicalThreadContextStack LogicalStack => LogicalThreadContext.Stacks["L"];

    private static void ThreadStacks(Golden golden)
    {
        ThreadContextStack stack = ThreadContext.Stacks["S"];
        golden.Line($"empty: count {stack.Count} pop {Golden.Quote(stack.Pop())} peek {Golden.Try(() => stack.Peek())} text {Text(stack)}");
        IDisposable a = stack.Push("a");
        IDisposable b = stack.Push("b");
        IDisposable c = stack.Push("c");
        golden.Line($"a b c: count {stack.Count} text {Text(stack)} peek {Golden.Quote(stack.Peek())}");
        b.Dispose();
        golden.Line($"second disposed: count {stack.Count} text {Text(stack)}");
        b.Dispose();
        c.Dispose();
        golden.Line($"disposed again and out of order: {Text(stack)}");
        stack.Push(null!);
        stack.Push("");
        golden.Line(
            $"null and empty pushed: count {stack.Count} text {Text(stack)} "
            + $"pop {Golden.Quote(stack.Pop())} pop {Golden.Quote(stack.Pop())} pop {Golden.Quote(stack.Pop())} left {stack.Count}");
        stack.Push("x");
        stack.Clear();
        a.Dispose();
        golden.Line($"cleared: count {stack.Count} same object {ReferenceEquals(stack, ThreadContext.Stacks["S"])}");
        StackWithNameOfProperty(golden);
        golden.Line(
            $"property of an empty stack in an event: {Golden.Show(Live().LookupProperty("S")?.ToString())}, pattern {Formatted("%property{S}")}, "
            + $"without repository {Golden.Quote(new PatternLayout("%property{S}").Format(Make.Live(null, Level.Info, "m")))}");
        ThreadContext.Properties.Clear();
    }

    private static void StackWithNameOfProperty(Golden golden)
    {
        ThreadContext.Properties["S2"] = "a string";
        using LogLogCapture capture = new();
        ThreadContextStack stack = ThreadContext.Stacks["S2"];
        stack.Push("p");
        golden.Line($"a property of that name: stack made {stack.Count}, property stays {ThreadContext.Properties["S2"]}");
        golden.Lines(capture.Take("[S2]"));
    }

    private static void LogicalStacks(Golden golden)
    {
        LogicalThreadContextStack empty = LogicalStack;
        golden.Line($"empty: count {empty.Count} pop {Golden.Quote(empty.Pop())} text {Text(empty)}");
        IDisposable a = LogicalStack.Push("a");
        golden.Line($"pushed: the object asked before has {empty.Count}, asked again {LogicalStack.Count}");
        IDisposable b = LogicalStack.Push("b");
        golden.Line($"a b: {Text(LogicalStack)}");
        IDisposable c = LogicalStack.Push("c");
        b.Dispose();
        golden.Line($"second disposed: {Text(LogicalStack)}");
        c.Dispose();
        golden.Line($"third disposed after that: {Text(LogicalStack)}");
        a.Dispose();
        golden.Line($"first disposed: {Text(LogicalStack)} count {LogicalStack.Count}");
        LogicalStack.Push("x");
        LogicalStack.Push("y");
        golden.Line($"pop {LogicalStack.Pop()} left {Text(LogicalStack)}");
        LogicalStack.Clear();
        golden.Line($"clear: {LogicalStack.Count}");
        LogicalThreadContext.Properties.Clear();
    }

    private static string Text(object stack) => Golden.Quote(stack.ToString());
}
