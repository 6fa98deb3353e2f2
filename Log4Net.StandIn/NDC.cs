using System.Collections;
using System.Globalization;
using log4net.Util;

namespace log4net;

/// <remarks>An older way to reach the stack "NDC" of the thread context.</remarks>
public static class NDC
{
    private const string Name = "NDC";

    public static int Depth => Texts.Count;

    private static ThreadContextStack Texts => ThreadContext.Stacks[Name];

    public static void Clear() => Texts.Clear();

    public static Stack CloneStack()
    {
        List<string?> texts = [];
        for (ContextFrame? frame = Texts.Top; frame is not null; frame = frame.Below)
        {
            texts.Insert(0, frame.Text);
        }
        return new Stack(texts);
    }

    public static void Inherit(Stack stack)
    {
        ContextFrame? top = null;
        foreach (object? text in (stack ?? throw new ArgumentNullException(nameof(stack))).ToArray().Reverse())
        {
            top = new ContextFrame(text?.ToString(), top);
        }
        Texts.Top = top;
    }

    public static string? Pop() => Texts.Pop();

    public static IDisposable Push(string message) => Texts.Push(message);

    public static IDisposable PushFormat(string messageFormat, params object[] args)
        => Push(new SystemStringFormat(CultureInfo.InvariantCulture, messageFormat, args).ToString()!);

    public static void Remove() => ThreadContext.Properties.Remove(Name);

    public static void SetMaxDepth(int maxDepth)
    {
        // A negative depth asks for nothing.
        if (maxDepth >= 0)
        {
            Texts.Top = ContextFrame.Cut(Texts.Top, maxDepth);
        }
    }
}
