using System.Text;

namespace log4net.Util;

public sealed class SystemStringFormat
{
    private readonly IFormatProvider? _provider;

    public SystemStringFormat(IFormatProvider? provider, string format, params object?[]? args)
    {
        _provider = provider;
        Format = format;
        Args = args;
    }

    public object?[]? Args { get; set; }

    public string Format { get; set; }

    public override string? ToString() => Args is { } args && Format is { } format ? Fill(format, args) : Format;

    private string Fill(string format, object?[] args)
    {
        Exception misfit;
        try
        {
            return string.Format(_provider, format, args);
        }
        catch (Exception e) when (Containment.Holds(e))
        {
            misfit = e;
        }
        LogLog.Warn(typeof(SystemStringFormat), $"The format [{format}] does not go with its {args.Length} argument(s).", misfit);
        return Explain(misfit, format, args);
    }

    // The log line still tells what was meant to be written.
    private static string Explain(Exception error, string format, object?[] args)
    {
        StringBuilder text = new("<log4net.Error>Cannot format: ");
        text.Append(error.GetType().Name).Append(", ").Append(error.Message);
        text.Append("<format>").Append(format).Append("</format><args>{");
        for (int i = 0; i < args.Length; i++)
        {
            text.Append(i > 0 ? ", " : "").Append(TextOf(args[i]));
        }
        return text.Append("}</args></log4net.Error>").ToString();
    }

    // A failure here is told in the line itself.
    private static string? TextOf(object? arg)
    {
        string text = SystemInfo.NullText;
        Containment.Run(() => text = arg is null ? text : arg.ToString()!, e => text = $"<Exception: {e.Message}>");
        return text;
    }
}
