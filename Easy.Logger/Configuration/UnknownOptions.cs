using System.Text.RegularExpressions;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Easy.Logger.Configuration;

/// <summary>
/// The elements of an appender's configuration that log4net found no property for. log4net only reports them to its internal log and goes on, so a misspelt
/// option silently leaves the default in force.
/// </summary>
/// <remarks>
/// log4net sets the options of an appender on the thread that makes it, and its message ends with the text of the object that lacks the property. That text
/// names the appender. The order of the messages does not help: since 3.5.0 all appenders are made before the first one is activated.
/// </remarks>
internal sealed class UnknownOptions
{
    /// <summary>An appender that is never activated leaves its messages behind; a configuration that is watched may do so without end.</summary>
    private const int MaxMessages = 10_000;

    /// <summary>The first text in brackets. The words around it differ between versions of log4net.</summary>
    private const string Bracketed = @"\[([^\]]+)\]";

    [ThreadStatic]
    private static Messages? _heardByThread;

    private readonly Messages _heard;
    private readonly long _first;

    static UnknownOptions() => LogLog.LogReceived += Hear;

    private UnknownOptions(Messages heard)
    {
        _heard = heard;
        _first = heard.Next;
    }

    /// <summary>Begins to listen on this thread, for an appender that is being made on it.</summary>
    public static UnknownOptions Listen() => new(_heardByThread ??= new Messages());

    /// <summary>One sentence for each unknown option since the listening began; each is returned once.</summary>
    /// <param name="target">The text of the appender in log4net's messages.</param>
    /// <param name="known">The names of its options.</param>
    public IReadOnlyList<string> Take(string target, OptionNames known)
    {
        // An appender that is activated on another thread was not made from a configuration, and no message of the list is about it.
        if (_heard != _heardByThread)
        {
            return [];
        }

        // Messages from before the appender was made belong to another one of the same name.
        string end = $"[{target}]";
        KeyValuePair<long, string>[] own =
            [.. _heard.ByNumber.Where(message => message.Key >= _first && message.Value.EndsWith(end, StringComparison.Ordinal))];
        Array.ForEach(own, message => _heard.ByNumber.Remove(message.Key));
        return
        [
            .. own.Select(message => Regex.Match(message.Value, Bracketed, RegexOptions.CultureInvariant).Groups[1].Value)
                .Where(name => name.Length > 0 && !known.Contains(name))
                .Select(known.Explain),
        ];
    }

    private static void Hear(object? source, LogReceivedEventArgs args)
    {
        if (args.LogLog.Source == typeof(XmlHierarchyConfigurator)
            && args.LogLog.Prefix.TrimEnd().EndsWith("ERROR", StringComparison.Ordinal))
        {
            _heardByThread?.Add(args.LogLog.Message);
        }
    }

    /// <summary>The messages of a thread that no appender has taken, by numbers that only grow.</summary>
    private sealed class Messages
    {
        public SortedDictionary<long, string> ByNumber { get; } = [];

        public long Next { get; private set; }

        public void Add(string message)
        {
            if (ByNumber.Count >= MaxMessages)
            {
                ByNumber.Remove(ByNumber.Keys.First());
            }

            ByNumber.Add(Next++, message);
        }
    }
}
