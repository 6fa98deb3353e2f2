using System.Reflection;
using System.Text;

namespace Recorder;

/// <summary>Writes one golden file; flushes after every case so that a killed topic keeps what it had.</summary>
internal sealed class Golden : IDisposable
{
    private readonly Lock _lock = new();
    private readonly StreamWriter _writer;

    public Golden(string path) => _writer = new StreamWriter(path, false, new UTF8Encoding(false)) { NewLine = "\n" };

    public void Line(string text = "")
    {
        lock (_lock)
        {
            _writer.WriteLine(text);
        }
    }

    public void Lines(IEnumerable<string> lines)
    {
        foreach (string line in lines.ToArray())
        {
            Line(line);
        }
    }

    /// <summary>One named scenario; whatever it throws is recorded and the next one runs.</summary>
    public void Case(string name, Action body)
    {
        Line("## " + name);
        Guard(body);
        Line();
        lock (_lock)
        {
            _writer.Flush();
        }
    }

    /// <summary>One named scenario in a method of its own.</summary>
    public void Case(string name, Action<Golden> body) => Case(name, () => body(this));

    public void Guard(Action body)
    {
        try
        {
            body();
        }
        catch (Exception e)
        {
            Line("FAILED: " + Name(e));
            if (Environment.GetEnvironmentVariable("RECORDER_TRACE") is not null)
            {
                Console.Error.WriteLine(e);
            }
        }
    }

    /// <summary>Runs an expression that may throw and tells the value or the exception type.</summary>
    public static string Try(Func<object?> get)
    {
        try
        {
            return Show(get());
        }
        catch (Exception e)
        {
            return "throws " + Name(e);
        }
    }

    public static string Try(Action act)
    {
        try
        {
            act();
            return "ok";
        }
        catch (Exception e)
        {
            return "throws " + Name(e);
        }
    }

    public static string Name(Exception e)
    {
        Exception inner = e is TargetInvocationException { InnerException: not null } ? e.InnerException : e;
        return inner.GetType().Name;
    }

    public static string Show(object? value) => value switch
    {
        null => "<null>",
        string s => Quote(s),
        bool b => b ? "true" : "false",
        DateTime d => d.ToString("yyyy-MM-ddTHH:mm:ss.fffffff") + " " + d.Kind,
        string[] a => "[" + string.Join(", ", a.Select(Show)) + "]",
        IFormattable f => f.ToString(null, System.Globalization.CultureInfo.InvariantCulture),
        _ => value.ToString() ?? "<null>",
    };

    public static string Quote(string? s)
    {
        if (s is null)
        {
            return "<null>";
        }
        StringBuilder b = new("\"");
        foreach (char c in s)
        {
            switch (c)
            {
                case '\n': b.Append("\\n"); break;
                case '\r': b.Append("\\r"); break;
                case '\t': b.Append("\\t"); break;
                case '"': b.Append("\\\""); break;
                case '\\': b.Append("\\\\"); break;
                default:
                    if (c < 32 || c > 126)
                    {
                        b.Append("\\u").Append(((int)c).ToString("x4"));
                    }
                    else
                    {
                        b.Append(c);
                    }
                    break;
            }
        }
        return b.Append('"').ToString();
    }

    public void Dispose() => _writer.Dispose();
}
