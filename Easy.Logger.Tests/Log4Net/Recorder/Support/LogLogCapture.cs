using log4net.Util;

namespace Recorder;

/// <summary>
/// Collects what the library tells about itself. Message texts are not recorded, only kind, source type, exception type
/// and which of the given tokens the text mentions.
/// </summary>
internal sealed class LogLogCapture : IDisposable
{
    private readonly List<LogLog> _items = [];
    private readonly LogReceivedEventHandler _handler;

    public LogLogCapture()
    {
        _handler = (_, e) =>
        {
            lock (_items)
            {
                _items.Add(e.LogLog);
            }
        };
        LogLog.LogReceived += _handler;
    }

    public int Count
    {
        get
        {
            lock (_items)
            {
                return _items.Count;
            }
        }
    }

    /// <summary>Lines for ERROR and WARN (and DEBUG where asked), consecutive equal lines folded into "N x".</summary>
    public List<string> Take(params string[] tokens) => Take(false, tokens);

    public List<string> Take(bool debug, params string[] tokens)
    {
        lock (_items)
        {
            List<string> lines = [];
            foreach (LogLog item in _items)
            {
                if (!debug && Kind(item.Prefix) == "DEBUG")
                {
                    continue;
                }
                lines.Add("loglog " + Describe(item, tokens));
            }
            _items.Clear();
            return Fold(lines);
        }
    }

    public static string Describe(LogLog item, params string[] tokens)
    {
        string mentions = string.Join(", ", tokens.Where(t => item.Message.Contains(t, StringComparison.Ordinal)));
        return $"{Kind(item.Prefix)} {item.Source.Name}"
            + (item.Exception is null ? "" : " ex=" + item.Exception.GetType().Name)
            + (mentions.Length > 0 ? " mentions " + mentions : "");
    }

    public static string Kind(string prefix) => prefix switch
    {
        _ when prefix.Contains("ERROR", StringComparison.Ordinal) => "ERROR",
        _ when prefix.Contains("WARN", StringComparison.Ordinal) => "WARN",
        _ => "DEBUG",
    };

    public static List<string> Fold(List<string> lines)
    {
        List<string> result = [];
        for (int i = 0; i < lines.Count;)
        {
            int n = i;
            while (n < lines.Count && lines[n] == lines[i])
            {
                n++;
            }
            result.Add(n - i > 1 ? $"{n - i} x {lines[i]}" : lines[i]);
            i = n;
        }
        return result;
    }

    public void Dispose() => LogLog.LogReceived -= _handler;
}
