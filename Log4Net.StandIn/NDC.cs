using System.Collections;
using System.Globalization;
using log4net.Util;

namespace log4net;

/// <remarks>An older way to reach the stack "NDC" of the thread context.</remarks>
public static class NDC
{
    public static int Depth => Texts.Count;

    private static ThreadContextStack Texts => ThreadContext.Stacks["NDC"];

    public static void Clear() => Texts.Clear();

    // Holds frames, not texts: the copy is of use for Inherit only.
    public static Stack CloneStack()
    {
        List<ContextFrame> frames = [];
        for (ContextFrame? frame = Texts.Top; frame is not null; frame = frame.Below)
        {
            frames.Insert(0, frame);
        }
        return new Stack(frames);
    }

    public static void Inherit(Stack stack) => Texts.Top = stack.Count > 0 ? (ContextFrame)stack.Peek() : null;

    public static string? Pop() => Texts.Pop();

    public static IDisposable Push(string message) => Texts.Push(message);

    public static IDisposable PushFormat(string messageFormat, params object[] args)
        => Push(new SystemStringFormat(CultureInfo.InvariantCulture, messageFormat, args).ToString()!);

    public static void Remove()
    {
        // As recorded, what was pushed stays; Clear is what takes it away.
    }

    public static void SetMaxDepth(int maxDepth)
    {
        // A negative depth asks for nothing.
        if (maxDepth >= 0)
        {
            ThreadContextStack texts = Texts;
            texts.Top = ContextFrame.Cut(texts.Top, maxDepth);
        }
    }
}
