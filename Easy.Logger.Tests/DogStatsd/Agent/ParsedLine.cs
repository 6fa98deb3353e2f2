namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>One line of a datagram as the agent takes it, with its tags in the order sent.</summary>
internal abstract record ParsedLine(IReadOnlyList<string> Tags);

/// <summary>The values of a metric as sent, and as numbers unless it is a set.</summary>
internal sealed record ParsedMetric(
    string Name, string Type, IReadOnlyList<string> Values, IReadOnlyList<double> Numbers, IReadOnlyList<string> Tags) : ParsedLine(Tags);

/// <summary>An event, its texts without the escapes that they were sent with.</summary>
internal sealed record ParsedEvent(
    string Title,
    string Text,
    long? Timestamp,
    string? AggregationKey,
    string? SourceType,
    string? AlertType,
    IReadOnlyList<string> Tags) : ParsedLine(Tags);

/// <summary>A service check, its message without the escapes that it was sent with.</summary>
internal sealed record ParsedServiceCheck(string Name, int Status, string? Message, IReadOnlyList<string> Tags) : ParsedLine(Tags);
