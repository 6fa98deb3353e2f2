using log4net.Core;

namespace log4net.Util;

public sealed class ThreadContextStack : IFixingRequired
{
    internal ThreadContextStack()
    {
    }

    public int Count => Top?.Depth ?? 0;

    internal ContextFrame? Top { get; set; }

    public void Clear() => Top = null;

    public string? Peek() => Top is { } top ? top.Text : "";

    public string? Pop()
    {
        string? text = Peek();
        Top = Top?.Below;
        return text;
    }

    public IDisposable Push(string? message)
    {
        Scope scope = new(this, Count);
        Top = new ContextFrame(message, Top);
        return scope;
    }

    public override string? ToString() => Top?.Path;

    object? IFixingRequired.GetFixedObject() => ToString();

    // Remembers a depth, not a frame: disposed twice or out of order it takes away only what is still above.
    private sealed class Scope(ThreadContextStack stack, int depth) : IDisposable
    {
        public void Dispose() => stack.Top = ContextFrame.Cut(stack.Top, depth);
    }
}
