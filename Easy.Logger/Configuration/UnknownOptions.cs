using System.Reflection;
using System.Text.RegularExpressions;
using log4net.Repository.Hierarchy;
using log4net.Util;

namespace Easy.Logger.Configuration;

/// <summary>
/// The elements of an appender's configuration that log4net found no property for. log4net only reports them to its internal log and goes
/// on, so a misspelt option silently leaves the default in force.
/// </summary>
/// <remarks>
/// log4net sets the options of an appender on the thread that makes it, and its message ends with the text of the object that lacks the
/// property. That text names the appender. The order of the messages does not help: since 3.5.0 all appenders are made before the first one
/// is activated.
/// </remarks>
internal sealed class UnknownOptions
{
    /// <summary>
    /// An appender that is never activated leaves its messages behind; a configuration that is watched may do so without end.
    /// </summary>
    private const int MaxMessages = 10_000;

    /// <summary>The first text in brackets. The words around it differ between versions of log4net.</summary>
    private const string Bracketed = @"\[([^\]]+)\]";

    [ThreadStatic]
    private static Messages? _heardByThread;

    private readonly Messages _heard;
    private readonly long _first;

    static UnknownOptions()
    {
        LogLog.LogReceived += Hear;
        LoadContext.OnOwnUnloading(() => LogLog.LogReceived -= Hear);
    }

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

/// <summary>What the options of an appender are called in XML, and which of them somebody may have meant.</summary>
internal sealed class OptionNames
{
    /// <summary>What log4net takes that is not a property.</summary>
    private static readonly string[] _elements = ["appender-ref", "filter", "param"];

    private readonly string[] _names;

    /// <param name="properties">The public properties of the appender; those that can be set are options.</param>
    public OptionNames(IEnumerable<PropertyInfo> properties) => _names =
    [
        .. properties.Where(property => property.SetMethod is { IsPublic: true }).Select(CamelCase).Concat(_elements)
            .Distinct(StringComparer.OrdinalIgnoreCase).OrderBy(name => name, StringComparer.Ordinal),
    ];

    /// <summary>log4net does not mind upper and lower case.</summary>
    public bool Contains(string name) => _names.Contains(name, StringComparer.OrdinalIgnoreCase);

    /// <summary>A sentence about a name that is no option.</summary>
    public string Explain(string name) => Nearest(name) is { } nearest
        ? $"{name} is not an option and was left out: did you mean {nearest}?"
        : $"{name} is not an option and was left out. The options are {string.Join(", ", _names)}.";

    /// <summary>
    /// The option that the fewest changed, missing, added or swapped letters lead to; none when more than a third of the letters differ.
    /// </summary>
    private string? Nearest(string name)
    {
        (string? option, int distance) =
            _names.Select(option => ((string?)option, Distance(Fold(name), Fold(option)))).OrderBy(pair => pair.Item2).First();
        return distance <= Math.Max(1, Math.Min(name.Length, option!.Length) / 3) ? option : null;
    }

    private static string Fold(string name) => string.Concat(name.Where(char.IsLetterOrDigit)).ToUpperInvariant();

    private static string CamelCase(PropertyInfo property) => char.ToLowerInvariant(property.Name[0]) + property.Name.Substring(1);

    /// <summary>Optimal string alignment: the least number of insertions, deletions, replacements and swaps of neighbours.</summary>
    private static int Distance(string from, string to)
    {
        int[][] steps = [.. Enumerable.Range(0, from.Length + 1).Select(_ => new int[to.Length + 1])];
        for (int i = 0; i <= from.Length; i++)
        {
            for (int j = 0; j <= to.Length; j++)
            {
                steps[i][j] = i == 0 || j == 0 ? i + j : Step(i, j);
            }
        }

        return steps[from.Length][to.Length];

        int Step(int i, int j)
        {
            int replaced = steps[i - 1][j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            int least = Math.Min(replaced, Math.Min(steps[i - 1][j], steps[i][j - 1]) + 1);
            bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            return swapped ? Math.Min(least, steps[i - 2][j - 2] + 1) : least;
        }
    }
}
