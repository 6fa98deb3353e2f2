using System.Text.RegularExpressions;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Easy.Logger.Configuration;

/// <summary>
/// The elements of an appender's configuration that log4net found no property for. log4net only says so to its internal log and goes on, so whoever misspells
/// an option runs with its default.
/// </summary>
/// <remarks>
/// log4net makes an appender, sets its options and activates it on one thread, inner appenders in the middle of outer ones. So what was heard between
/// the making and the activation, on that thread, about that type, is about that appender.
/// </remarks>
internal sealed class UnknownOptions
{
    /// <summary>What failed to be activated leaves its messages behind; a configuration that is watched may do so for ever.</summary>
    private const int MostMessages = 256;

    /// <summary>A name in brackets. Which words stand around it differs between versions of log4net.</summary>
    private const string Bracketed = @"\[([\w.-]+)\]";

    [ThreadStatic]
    private static List<string>? _heardByThread;

    private readonly List<string> _heard;
    private readonly int _first;

    static UnknownOptions() => LogLog.LogReceived += Hear;

    private UnknownOptions(List<string> heard)
    {
        _heard = heard;
        _first = heard.Count;
    }

    /// <summary>Begins to listen on this thread, for an appender that is being made on it.</summary>
    public static UnknownOptions Listen() => new(_heardByThread ??= []);

    /// <summary>One sentence for each unknown option of the type since the listening began; each is told once.</summary>
    /// <param name="type">The type that log4net looked for the options in.</param>
    /// <param name="known">What the type's options are called.</param>
    public IReadOnlyList<string> Take(Type type, OptionNames known)
    {
        // Activated on another thread it was not made from a configuration, and nothing of the list is about it.
        if (_heard != _heardByThread || _heard.Count <= _first)
        {
            return [];
        }

        string[] names =
        [
            .. _heard.Skip(_first).Where(message => Names(message, type))
                .Select(message => Regex.Match(message, Bracketed, RegexOptions.CultureInvariant).Groups[1].Value)
                .Where(name => name.Length > 0 && !known.Contains(name)),
        ];
        _heard.RemoveRange(_first, _heard.Count - _first);
        return [.. names.Select(known.Explain)];
    }

    /// <summary>Whether the whole name of the type stands in a message, not that of another one which begins like it.</summary>
    private static bool Names(string message, Type type) =>
        Regex.IsMatch(message, $@"(?<![\w.+]){Regex.Escape(type.FullName!)}(?![\w+])", RegexOptions.CultureInvariant);

    private static void Hear(object? source, LogReceivedEventArgs args)
    {
        if (args.LogLog.Source != typeof(XmlHierarchyConfigurator) || _heardByThread is not { } heard)
        {
            return;
        }

        if (heard.Count >= MostMessages)
        {
            heard.Clear();
        }

        heard.Add(args.LogLog.Message);
    }
}
