namespace Easy.Logger.Tests.DogStatsd;

/// <summary>One line of a datagram as the agent takes it, with its tags in the order sent.</summary>
internal abstract record ParsedLine(string[] Tags);

internal sealed record ParsedMetric(string Name, string Type, double[] Numbers, string[] Tags) : ParsedLine(Tags);

/// <summary>An event, its texts without the escapes that they were sent with.</summary>
internal sealed record ParsedEvent(
    string Title, string Text, long? Timestamp, string? AggregationKey, string? SourceType, string? AlertType, string[] Tags)
    : ParsedLine(Tags);

/// <summary>A service check, its message without the escapes that it was sent with.</summary>
internal sealed record ParsedServiceCheck(string Name, int Status, string? Message, string[] Tags) : ParsedLine(Tags);

/// <summary>Reads datagrams by the grammar that Datadog documents; where the agent itself may skip or guess, a test is to fail.</summary>
internal static class DatagramParser
{
    private const string Number = @"[+-]?[0-9]+(\.[0-9]+)?";

    // Fields come in any order, each once and known by what it begins with. There is no escape for a comma.
    private const string Common = "(?<key>#)(?<tags>[^,|]+(,[^,|]+)*)|(?<key>c:|e:)[^|]+|(?<key>card:)(none|low|orchestrator|high)";
    private const string Rate = @"(?<key>@)(0\.0*[1-9][0-9]*|1)|" + Common;
    private const string Host = "(?<key>d:)(?<time>[1-9][0-9]{0,17})|(?<key>h:)[^|]+|" + Common;
    private const string OfEvent = "(?<key>k:)(?<group>[^|]+)|(?<key>p:)(normal|low)|(?<key>s:)(?<source>[^|]+)"
        + "|(?<key>t:)(?<alert>error|warning|info|success)|" + Host;

    private static readonly UTF8Encoding _utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    private static readonly Regex[] _metrics =
    [
        Whole($@"(?<name>[^:|@]+):(?<value>{Number})(:(?<value>{Number}))*\|(?<type>c|g)(\|({Rate}|(?<key>T)[1-9][0-9]{{0,17}}))*"),
        Whole($@"(?<name>[^:|@]+):(?<value>{Number})(:(?<value>{Number}))*\|(?<type>ms|h|d)(\|({Rate}))*"),
        Whole($@"(?<name>[^:|@]+):(?<value>[^:|]+)\|(?<type>s)(\|({Rate}))*"),
    ];

    private static readonly Regex _lengths = new(@"\A_e\{(?<title>[1-9][0-9]{0,5}),(?<text>[1-9][0-9]{0,5})\}:");
    private static readonly Regex _fieldsOfEvent = Whole($@"(\|({OfEvent}))*");

    // The message is last, and has no other within it.
    private static readonly Regex _check =
        Whole($@"_sc\|(?<name>[^|]+)\|(?<status>[0-3])(\|({Host}))*(\|m:(?<message>((?!m:)[^|])+))?");

    public static IReadOnlyList<ParsedLine> Parse(ReadOnlySpan<byte> packet) =>
        [.. _utf8.GetString(packet).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Line)];

    private static ParsedLine Line(string line) =>
        line.StartsWith("_e{", StringComparison.Ordinal) ? Event(line)
        : line.StartsWith("_sc|", StringComparison.Ordinal) ? ServiceCheck(Fields(_check, line, line))
        : Metric(Fields(_metrics.FirstOrDefault(metric => metric.IsMatch(line)) ?? _metrics[0], line, line));

    private static ParsedMetric Metric(Match line)
    {
        string type = line.Groups["type"].Value;
        IEnumerable<double> numbers = line.Groups["value"].Captures.Where(_ => type != "s")
            .Select(value => double.Parse(value.ValueSpan, CultureInfo.InvariantCulture));
        return new ParsedMetric(line.Groups["name"].Value, type, [.. numbers], Tags(line));
    }

    /// <summary>The lengths say where the texts end, so that both may have pipes. They count the bytes as sent.</summary>
    private static ParsedEvent Event(string line)
    {
        Match lengths = Fields(_lengths, line, line);
        byte[] rest = _utf8.GetBytes(line[lengths.Length..]);
        int titleLength = int.Parse(lengths.Groups["title"].ValueSpan, CultureInfo.InvariantCulture);
        int end = titleLength + 1 + int.Parse(lengths.Groups["text"].ValueSpan, CultureInfo.InvariantCulture);
        if (rest.Length < end || rest[titleLength] != '|')
        {
            throw Wrong(line);
        }

        // What ends before an ASCII character, or with the line, ends with a whole one.
        Match fields = Fields(_fieldsOfEvent, _utf8.GetString(rest[end..]), line);
        string? time = Text(fields, "time");
        return new ParsedEvent(
            WithNewlines(_utf8.GetString(rest[..titleLength])),
            WithNewlines(_utf8.GetString(rest[(titleLength + 1)..end])),
            time is null ? null : long.Parse(time, CultureInfo.InvariantCulture),
            Text(fields, "group"),
            Text(fields, "source"),
            Text(fields, "alert"),
            Tags(fields));
    }

    private static ParsedServiceCheck ServiceCheck(Match line) => new(
        line.Groups["name"].Value,
        line.Groups["status"].Value[0] - '0',
        Text(line, "message") is { } message ? WithNewlines(message).Replace(@"m\:", "m:", StringComparison.Ordinal) : null,
        Tags(line));

    private static Regex Whole(string pattern) => new($@"\A({pattern})\z", RegexOptions.CultureInvariant);

    private static Match Fields(Regex pattern, string text, string line)
    {
        Match match = pattern.Match(text);
        IEnumerable<string> keys = match.Groups["key"].Captures.Select(key => key.Value);
        return match.Success && keys.Distinct().Count() == keys.Count() ? match : throw Wrong(line);
    }

    private static FormatException Wrong(string line) => new($"Not DogStatsD: {line}");

    private static string? Text(Match match, string group) => match.Groups[group].Success ? match.Groups[group].Value : null;

    private static string[] Tags(Match match) => Text(match, "tags")?.Split(',') ?? [];

    private static string WithNewlines(string text) => text.Replace(@"\n", "\n", StringComparison.Ordinal);
}
