namespace log4net.Util;

/// <summary>One entry of a context stack, with all entries below it. Never changes, so any thread may read it.</summary>
internal sealed class ContextFrame(string? text, ContextFrame? below)
{
    private string? _path;

    internal string? Text => text;

    internal ContextFrame? Below => below;

    internal int Depth { get; } = below is null ? 1 : below.Depth + 1;

    /// <summary>All texts from the bottom up; joined once, because every event of a scope shows the same.</summary>
    internal string? Path => _path ??= below is null ? text : below.Path + " " + text;

    internal static ContextFrame? Cut(ContextFrame? top, int depth)
    {
        while (top is not null && top.Depth > depth)
        {
            top = top.Below;
        }
        return top;
    }
}
