using System.Collections.Concurrent;

namespace log4net.DateFormatter;

/// <summary>The text of the last second that formatters of one type wrote. Readers and writers swap immutable snapshots; none waits.</summary>
internal sealed class SecondCache
{
    private static readonly ConcurrentDictionary<Type, SecondCache> _byType = new();
    private volatile Snapshot _last = new(-1, "");

    private SecondCache()
    {
    }

    internal static SecondCache For(Type formatter) => _byType.GetOrAdd(formatter, _ => new SecondCache());

    internal bool TryGet(long second, out string text)
    {
        Snapshot last = _last;
        text = last.Text;
        return last.Second == second;
    }

    internal string Keep(long second, string text)
    {
        _last = new Snapshot(second, text);
        return text;
    }

    private sealed class Snapshot(long second, string text)
    {
        internal long Second { get; } = second;

        internal string Text { get; } = text;
    }
}
