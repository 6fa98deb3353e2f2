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
    private const int MaxMessages = 256;

    /// <summary>A name in brackets. The words around it differ between versions of log4net.</summary>
    private const string Bracketed = @"\[([\w.-]+)\]";

    [ThreadStatic]
    private static List<Message>? _heardByThread;

    private readonly List<Message> _heard;
    private readonly Message? _last;

    static UnknownOptions() => LogLog.LogReceived += Hear;

    private UnknownOptions(List<Message> heard)
    {
        _heard = heard;
        _last = heard.LastOrDefault();
    }

    /// <summary>Begins to listen on this thread, for an appender that is being made on it.</summary>
    public static UnknownOptions Listen() => new(_heardByThread ??= []);

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
        int first = _last is null ? 0 : _heard.IndexOf(_last) + 1;
        Message[] own = [.. _heard.Skip(first).Where(message => Regex.IsMatch(message.Text, Regex.Escape(target), RegexOptions.CultureInvariant))];
        _heard.RemoveAll(own.Contains);
        return
        [
            .. own.Select(message => Regex.Match(message.Text, Bracketed, RegexOptions.CultureInvariant).Groups[1].Value)
                .Where(name => name.Length > 0 && !known.Contains(name))
                .Select(known.Explain),
        ];
    }

    private static void Hear(object? source, LogReceivedEventArgs args)
    {
        if (args.LogLog.Source != typeof(XmlHierarchyConfigurator) || _heardByThread is not { } heard)
        {
            return;
        }

        if (heard.Count >= MaxMessages)
        {
            heard.Clear();
        }

        heard.Add(new Message(args.LogLog.Message));
    }

    /// <summary>A message that is told from another with the same text.</summary>
    private sealed class Message(string text)
    {
        public string Text { get; } = text;
    }
}
