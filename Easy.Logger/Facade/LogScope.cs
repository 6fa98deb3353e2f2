using log4net.Core;
using log4net.Util;

namespace Easy.Logger.Facade;

/// <summary>
/// A text before every message of one flow of execution. No flow can change what another one carries, but flows share the scopes that they
/// come from: that one has ended is seen by all.
/// </summary>
internal sealed class LogScope : IDisposable
{
    /// <summary>
    /// Scopes around scopes. Whoever begins them in a loop and never ends one would have each line carry all of them, and each log call
    /// look at them.
    /// </summary>
    private const int MaxNested = 100;

    private const string Separator = " ";

    private static readonly AsyncLocal<LogScope?> _innermost = new();

    private static int _hasReportedNesting;

    private readonly string _text;
    private readonly int _depth;
    private LogScope? _outer;
    private Prefix _prefix;
    private volatile bool _hasEnded;

    private LogScope(string name, LogScope? outer)
    {
        _text = name.Length == 0 ? string.Empty : name + Separator;
        _outer = outer;
        _depth = outer is null ? 1 : outer._depth + 1;
        string around = PrefixOf(outer);
        _prefix = new Prefix(around, around + _text);
    }

    /// <summary>What stands before a message now, the last separator included; empty outside of any scope.</summary>
    public static string CurrentPrefix => PrefixOf(Lasting(_innermost.Value));

    /// <summary>
    /// The scope around this one. Those that have ended are forgotten, or flows that never leave their last scope would keep all before it.
    /// </summary>
    private LogScope? Outer
    {
        get
        {
            // Flows may do this at the same time: all find a scope around this one, and none that has ended lasts again.
            LogScope? outer = Lasting(Volatile.Read(ref _outer));
            Volatile.Write(ref _outer, outer);
            return outer;
        }
    }

    /// <summary>Begins a scope; below a hundred others it is one without a text, which is reported once.</summary>
    public static IDisposable Begin(string name)
    {
        LogScope? outer = Lasting(_innermost.Value);
        if (outer?._depth >= MaxNested)
        {
            if (Interlocked.Exchange(ref _hasReportedNesting, 1) == 0)
            {
                InternalLog.Warn(
                    $"Easy.Logger: a scope within {MaxNested} others was left out. Is a scope begun in a loop and never disposed?");
            }

            return new NoScope();
        }

        LogScope scope = new(name, outer);
        _innermost.Value = scope;
        return scope;
    }

    public void Dispose()
    {
        _hasEnded = true;
        LogScope? innermost = _innermost.Value;
        LogScope? lasting = Lasting(innermost);
        if (!ReferenceEquals(lasting, innermost))
        {
            _innermost.Value = lasting;
        }
    }

    private static LogScope? Lasting(LogScope? scope)
    {
        while (scope is { _hasEnded: true })
        {
            scope = scope._outer;
        }

        return scope;
    }

    private static string PrefixOf(LogScope? scope) => scope is null ? string.Empty : scope.ReadPrefix();

    /// <summary>Made anew only when a scope around this one has ended since.</summary>
    private string ReadPrefix()
    {
        string around = PrefixOf(Outer);
        Prefix prefix = Volatile.Read(ref _prefix);
        if (!ReferenceEquals(prefix.Around, around))
        {
            prefix = new Prefix(around, around + _text);
            Volatile.Write(ref _prefix, prefix);
        }

        return prefix.Text;
    }

    private sealed class NoScope : IDisposable
    {
        public void Dispose()
        {
            // It has nothing to end.
        }
    }

    private sealed class Prefix(string around, string text)
    {
        public string Around { get; } = around;

        public string Text { get; } = text;
    }
}

/// <summary>Messages with the text of their scope before them.</summary>
internal static class ScopedMessage
{
    /// <summary>Puts the text of the scope before the text of an object, which log4net's renderers make here and now.</summary>
    public static string Of(string prefix, object? message, ILogger logger) => prefix + (message as string ?? Render(message, logger));

    /// <summary>
    /// Puts the text of the scope before a format, so that the whole is still rendered when and where a format without a scope would be.
    /// </summary>
    public static SystemStringFormat Of(string prefix, IFormatProvider? provider, string format, object?[]? args) =>
        new(provider, (args is null ? prefix : Escape(prefix)) + format, args); // without arguments log4net takes the format as it is

    /// <summary>
    /// A message that is null is an empty text when it is the whole message, and a logger that has lost its repository logs nothing.
    /// </summary>
    private static string Render(object? message, ILogger logger) =>
        message is null ? string.Empty : logger.Repository?.RendererMap.FindAndRender(message) ?? string.Empty;

#if NET
    private static string Escape(string text) =>
        text.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal);
#else
    private static string Escape(string text) => text.Replace("{", "{{").Replace("}", "}}");
#endif
}
