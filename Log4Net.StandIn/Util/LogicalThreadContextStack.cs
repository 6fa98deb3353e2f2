using log4net.Core;

namespace log4net.Util;

/// <remarks>Never changes: a push or a pop puts another stack in its place, for the flow of control that did it.</remarks>
public sealed class LogicalThreadContextStack : IFixingRequired
{
    private readonly LogicalThreadContextStacks _owner;
    private readonly string _name;
    private readonly ContextFrame? _top;

    internal LogicalThreadContextStack(LogicalThreadContextStacks owner, string name, ContextFrame? top)
    {
        _owner = owner;
        _name = name;
        _top = top;
    }

    public int Count => _top?.Depth ?? 0;

    public void Clear() => Replace(null);

    public string? Peek() => _top is { } top ? top.Text : "";

    public string? Pop()
    {
        string? text = Peek();
        Replace(_top?.Below);
        return text;
    }

    public IDisposable Push(string? message)
    {
        Replace(new ContextFrame(message, _top));
        return new Scope(this);
    }

    public override string? ToString() => _top?.Path;

    object? IFixingRequired.GetFixedObject() => ToString();

    private void Replace(ContextFrame? top) => _owner.Show(_name, new LogicalThreadContextStack(_owner, _name, top));

    // Puts back the stack as it was before the push, whatever happened since.
    private sealed class Scope(LogicalThreadContextStack before) : IDisposable
    {
        public void Dispose() => before._owner.Show(before._name, before);
    }
}
