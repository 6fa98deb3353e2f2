namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>An event, its texts without the escapes that they were sent with.</summary>
/// <param name="Line">The line itself.</param>
/// <param name="Title">The title.</param>
/// <param name="Text">The text.</param>
/// <param name="Timestamp">Unix seconds, when the line has them.</param>
/// <param name="HostName">What stands behind <c>h:</c>.</param>
/// <param name="AggregationKey">What stands behind <c>k:</c>.</param>
/// <param name="Priority">Normal or low.</param>
/// <param name="SourceType">What stands behind <c>s:</c>.</param>
/// <param name="AlertType">One of error, warning, info and success.</param>
/// <param name="Tags">What stands between commas, in the order sent.</param>
internal sealed record ParsedEvent(
    string Line,
    string Title,
    string Text,
    long? Timestamp,
    string? HostName,
    string? AggregationKey,
    string? Priority,
    string? SourceType,
    string? AlertType,
    IReadOnlyList<string> Tags) : ParsedLine(Line, Tags, Timestamp);
