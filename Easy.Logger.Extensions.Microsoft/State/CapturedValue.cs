using System.Collections;
using System.Globalization;
using Easy.Logger.Extensions.Microsoft.Diagnostics;

namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>
/// A value that may change or end after the log call. Whoever asks first has its text rendered, as Microsoft.Extensions.Logging renders
/// arguments; everybody else gets the same text, so a message and its property agree and a query runs once. For the thread of the log call.
/// </summary>
internal sealed class CapturedValue(object value, FailureNotices notices) : IFormattable
{
    private string? _text;
    private string? _valueFormat; // of that text
    private SequenceFormat _sequenceFormat;

    public bool IsSequence => value is IEnumerable;

    private bool WritesItems => IsSequence && _sequenceFormat != SequenceFormat.AsItself;

    /// <summary>The value where it cannot change, else its text.</summary>
    public static object? TextOrValue(object? value, FailureNotices notices) =>
        ImmutableTypes.Contains(value) ? value : new CapturedValue(value!, notices).ToString();

    /// <summary>Before anybody asks for its text.</summary>
    public void WriteSequenceAs(SequenceFormat format) => _sequenceFormat = format;

    public override string ToString() => _text ??= Render(valueFormat: null, CultureInfo.InvariantCulture);

    /// <summary>Called by the formatter of the message with the format of the placeholder, of which a message may have several.</summary>
    public string ToString(string? format, IFormatProvider? formatProvider)
    {
        if (_text is not null && _valueFormat != format && value is IFormattable && !WritesItems)
        {
            return Render(format, formatProvider);
        }

        _valueFormat = _text is null ? format : _valueFormat;
        return _text ??= Render(format, formatProvider);
    }

    private string Render(string? valueFormat, IFormatProvider? provider)
    {
        try
        {
            return value switch
            {
                IEnumerable items when _sequenceFormat == SequenceFormat.Joined => Join(items),
                IEnumerable items when _sequenceFormat == SequenceFormat.Bracketed => $"[{Join(items)}]",
                IFormattable formattable => formattable.ToString(valueFormat, provider) ?? string.Empty,
                _ => value.ToString() ?? string.Empty,
            };
        }
        catch (Exception e)
        {
            notices.Report("a value could not be rendered as text; its event has the type of the exception instead", e);
            return $"[the value could not be rendered: {e.GetType().Name}]";
        }
    }

    private static string Join(IEnumerable items) => string.Join(", ", items.Cast<object?>().Select(TextOf));

    /// <summary>As Microsoft.Extensions.Logging: in no culture.</summary>
    private static string? TextOf(object? item) => item switch
    {
        null => "(null)",
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        _ => item.ToString(),
    };
}
