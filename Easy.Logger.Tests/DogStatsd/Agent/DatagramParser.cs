using System.Text;
using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>
/// Reads datagrams by the grammar that Datadog documents, and takes nothing that is not in it: where the agent itself may skip or guess, a
/// test is to fail.
/// </summary>
internal static class DatagramParser
{
    private static readonly UTF8Encoding _utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    private static readonly Regex _metric = new(@"\A([^:|@]+):([^|]+)\|(c|g|ms|h|d|s)(?:\|(.*))?\z", RegexOptions.CultureInvariant);
    private static readonly Regex _check = new(@"\A_sc\|([^|]+)\|([0-3])(?:\|(.*))?\z", RegexOptions.CultureInvariant);
    private static readonly Regex _eventLengths = new(@"\A_e\{([1-9][0-9]{0,5}),([1-9][0-9]{0,5})\}:", RegexOptions.CultureInvariant);
    private static readonly Regex _number = new(@"\A[+-]?[0-9]+(\.[0-9]+)?\z", RegexOptions.CultureInvariant);

    /// <exception cref="ArgumentException">A text is not UTF-8.</exception>
    /// <exception cref="FormatException">A line is not as documented; the message has the line.</exception>
    public static IReadOnlyList<ParsedLine> Parse(ReadOnlySpan<byte> packet) =>
        [.. _utf8.GetString(packet).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Line)];

    private static ParsedLine Line(string line)
    {
        if (line.StartsWith("_e{", StringComparison.Ordinal))
        {
            return Event(line);
        }

        return line.StartsWith("_sc|", StringComparison.Ordinal) ? ServiceCheck(line) : Metric(line);
    }

    private static ParsedMetric Metric(string line)
    {
        if (_metric.Match(line) is not { Success: true } parts)
        {
            throw LineFields.Wrong(line, "no name, value and type");
        }

        string type = parts.Groups[3].Value;
        string[] values = parts.Groups[2].Value.Split(':');
        string[] prefixes = type is "c" or "g" ? ["@", "#", "c:", "e:", "card:", "T"] : ["@", "#", "c:", "e:", "card:"];
        LineFields fields = new(line, Fields(parts.Groups[4]), prefixes);
        if (type == "s" ? values.Length > 1 : Array.Exists(values, value => !IsNumber(value)))
        {
            throw LineFields.Wrong(line, "a set has one value, and the others have numbers");
        }

        double[] numbers = type == "s" ? [] : Array.ConvertAll(values, value => double.Parse(value, CultureInfo.InvariantCulture));
        return new ParsedMetric(parts.Groups[1].Value, type, values, numbers, fields.Tags);
    }

    /// <summary>The lengths say where the texts end, so that both may have pipes. They count the bytes as sent.</summary>
    private static ParsedEvent Event(string line)
    {
        Match lengths = _eventLengths.Match(line);
        ReadOnlySpan<byte> rest = _utf8.GetBytes(line).AsSpan(lengths.Length);
        int titleLength = lengths.Success ? int.Parse(lengths.Groups[1].ValueSpan, CultureInfo.InvariantCulture) : 0;
        int end = lengths.Success ? titleLength + 1 + int.Parse(lengths.Groups[2].ValueSpan, CultureInfo.InvariantCulture) : 0;
        if (!lengths.Success || rest.Length < end || rest[titleLength] != '|' || (rest.Length > end && rest[end] != '|'))
        {
            throw LineFields.Wrong(line, "the lengths are not those of title and text");
        }

        // What ends before an ASCII character, or with the line, ends with a whole one.
        string title = _utf8.GetString(rest[..titleLength]);
        string text = _utf8.GetString(rest[(titleLength + 1)..end]);
        string[] parts = rest.Length == end ? [] : _utf8.GetString(rest[(end + 1)..]).Split('|');
        LineFields fields = new(line, parts, "d:", "h:", "k:", "p:", "s:", "t:", "#", "c:", "e:", "card:");
        long? timestamp = fields.Text("d:") is { } seconds ? long.Parse(seconds, CultureInfo.InvariantCulture) : null;
        return new ParsedEvent(
            WithNewlines(title), WithNewlines(text), timestamp, fields.Text("k:"), fields.Text("s:"), fields.Text("t:"), fields.Tags);
    }

    private static ParsedServiceCheck ServiceCheck(string line)
    {
        if (_check.Match(line) is not { Success: true } parts)
        {
            throw LineFields.Wrong(line, "no name, or no status from 0 to 3");
        }

        string[] rest = Fields(parts.Groups[3]);
        LineFields fields = new(line, rest, "d:", "h:", "#", "c:", "e:", "card:", "m:");
        string? message = fields.Text("m:");
        bool isLast = rest.Length > 0 && rest[^1].StartsWith("m:", StringComparison.Ordinal);
        if (message is not null && (!isLast || message.Contains("m:", StringComparison.Ordinal)))
        {
            throw LineFields.Wrong(line, "the message is not last, or has another within it");
        }

        return new ParsedServiceCheck(
            parts.Groups[1].Value,
            parts.Groups[2].Value[0] - '0',
            message is null ? null : WithNewlines(message).Replace(@"m\:", "m:", StringComparison.Ordinal),
            fields.Tags);
    }

    private static string[] Fields(Group rest) => rest.Success ? rest.Value.Split('|') : [];

    private static bool IsNumber(string text) => _number.IsMatch(text) && double.IsFinite(double.Parse(text, CultureInfo.InvariantCulture));

    private static string WithNewlines(string text) => text.Replace(@"\n", "\n", StringComparison.Ordinal);
}
