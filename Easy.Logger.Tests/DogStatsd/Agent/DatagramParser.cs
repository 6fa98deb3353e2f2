using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>
/// Reads datagrams by the grammar that Datadog documents, and takes nothing that is not in it: where the agent itself may skip or guess, a
/// test is to fail.
/// </summary>
internal static class DatagramParser
{
    private const string EventStart = "_e{";
    private const string CheckStart = "_sc|";

    private static readonly UTF8Encoding _utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    private static readonly Regex _eventLengths = new(@"\A_e\{([0-9]{1,6}),([0-9]{1,6})\}:", RegexOptions.CultureInvariant);

    /// <exception cref="FormatException">A line is not as documented; the message has the line.</exception>
    public static IReadOnlyList<ParsedLine> Parse(ReadOnlySpan<byte> packet)
    {
        List<ParsedLine> lines = [];
        foreach (Range range in packet.Split((byte)'\n'))
        {
            ReadOnlySpan<byte> line = packet[range];
            if (!line.IsEmpty)
            {
                lines.Add(Line(Decoded(line)));
            }
        }

        return lines;
    }

    private static string Decoded(ReadOnlySpan<byte> line)
    {
        try
        {
            return _utf8.GetString(line);
        }
        catch (DecoderFallbackException)
        {
            throw LineFields.Wrong(Encoding.UTF8.GetString(line), "not UTF-8");
        }
    }

    private static ParsedLine Line(string line)
    {
        if (line.StartsWith(EventStart, StringComparison.Ordinal))
        {
            return Event(line);
        }

        return line.StartsWith(CheckStart, StringComparison.Ordinal) ? ServiceCheck(line) : Metric(line);
    }

    private static ParsedMetric Metric(string line)
    {
        string[] parts = line.Split('|');
        int colon = parts[0].IndexOf(':', StringComparison.Ordinal);
        if (colon < 0)
        {
            throw LineFields.Wrong(line, "no colon behind a name without pipes");
        }

        string name = parts[0][..colon];
        if (name.Length == 0 || name.Contains('@', StringComparison.Ordinal))
        {
            throw LineFields.Wrong(line, $"'{name}' is no name");
        }

        if (parts is not [_, "c" or "g" or "ms" or "h" or "d" or "s", ..])
        {
            throw LineFields.Wrong(line, "no type that is known");
        }

        string type = parts[1];
        string[] values = parts[0][(colon + 1)..].Split(':');
        LineFields fields = new(line, parts[2..], "@", "#", "T", "c:", "e:", "card:");
        if (type == "s" && (values.Length > 1 || values[0].Length == 0))
        {
            throw LineFields.Wrong(line, "a set has one value");
        }

        if (fields.Text("T") is not null && type is not ("c" or "g"))
        {
            throw LineFields.Wrong(line, "only counts and gauges have a timestamp");
        }

        return new ParsedMetric(
            line,
            name,
            type,
            values,
            type == "s" ? [] : [.. values.Select(value => LineFields.Number(line, value))],
            fields.SampleRate,
            fields.Tags,
            fields.Seconds("T"),
            fields.Text("c:"),
            fields.Text("e:"),
            fields.OneOf("card:", "none", "low", "orchestrator", "high"));
    }

    /// <summary>The lengths say where the texts end, so that both may have pipes. They count the bytes as sent.</summary>
    private static ParsedEvent Event(string line)
    {
        Match lengths = _eventLengths.Match(line);
        if (!lengths.Success)
        {
            throw LineFields.Wrong(line, "no lengths of title and text");
        }

        int titleLength = Length(lengths.Groups[1]);
        int textLength = Length(lengths.Groups[2]);
        if (titleLength == 0 || textLength == 0)
        {
            throw LineFields.Wrong(line, "empty title or text");
        }

        ReadOnlySpan<byte> rest = _utf8.GetBytes(line).AsSpan(lengths.Length);
        int end = titleLength + 1 + textLength;
        if (rest.Length < end || rest[titleLength] != '|' || (rest.Length > end && rest[end] != '|'))
        {
            throw LineFields.Wrong(line, "the lengths are not those of title and text");
        }

        // What ends before an ASCII character, or with the line, ends with a whole one.
        string title = _utf8.GetString(rest[..titleLength]);
        string text = _utf8.GetString(rest[(titleLength + 1)..end]);
        string[] parts = rest.Length == end ? [] : _utf8.GetString(rest[(end + 1)..]).Split('|');
        LineFields fields = new(line, parts, "d:", "h:", "k:", "p:", "s:", "t:", "#", "c:", "e:", "card:");
        return new ParsedEvent(
            line,
            WithNewlines(title),
            WithNewlines(text),
            fields.Seconds("d:"),
            fields.Text("h:"),
            fields.Text("k:"),
            fields.OneOf("p:", "normal", "low"),
            fields.Text("s:"),
            fields.OneOf("t:", "error", "warning", "info", "success"),
            fields.Tags);
    }

    private static ParsedServiceCheck ServiceCheck(string line)
    {
        string[] parts = line.Split('|');
        if (parts is not [_, { Length: > 0 } name, "0" or "1" or "2" or "3", ..])
        {
            throw LineFields.Wrong(line, "no name, or no status from 0 to 3");
        }

        LineFields fields = new(line, parts[3..], "d:", "h:", "#", "c:", "e:", "card:", "m:");
        string? message = fields.Text("m:");
        if (message is not null && !parts[^1].StartsWith("m:", StringComparison.Ordinal))
        {
            throw LineFields.Wrong(line, "the message is not last");
        }

        if (message?.Contains("m:", StringComparison.Ordinal) == true)
        {
            throw LineFields.Wrong(line, "a message within the message");
        }

        return new ParsedServiceCheck(
            line,
            name,
            parts[2][0] - '0',
            fields.Seconds("d:"),
            fields.Text("h:"),
            fields.Tags,
            message is null ? null : WithNewlines(message).Replace(@"m\:", "m:", StringComparison.Ordinal));
    }

    private static int Length(Group digits) => int.Parse(digits.ValueSpan, CultureInfo.InvariantCulture);

    private static string WithNewlines(string text) => text.Replace(@"\n", "\n", StringComparison.Ordinal);
}
