namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>One or more values of a metric.</summary>
/// <param name="Line">The line itself.</param>
/// <param name="Name">What stands before the first colon.</param>
/// <param name="Type">One of c, g, ms, h, d and s.</param>
/// <param name="Values">The values as sent.</param>
/// <param name="Numbers">The values as numbers; none for a set, whose value is text.</param>
/// <param name="SampleRate">Above 0 and at most 1, when the line has it.</param>
/// <param name="Tags">What stands between commas, in the order sent.</param>
/// <param name="Timestamp">Unix seconds, when the line has them.</param>
/// <param name="ContainerId">What stands behind <c>c:</c>.</param>
/// <param name="ExternalData">What stands behind <c>e:</c>.</param>
/// <param name="Cardinality">One of none, low, orchestrator and high.</param>
internal sealed record ParsedMetric(
    string Line,
    string Name,
    string Type,
    IReadOnlyList<string> Values,
    IReadOnlyList<double> Numbers,
    double? SampleRate,
    IReadOnlyList<string> Tags,
    long? Timestamp,
    string? ContainerId,
    string? ExternalData,
    string? Cardinality) : ParsedLine(Line, Tags, Timestamp);
