namespace Easy.Logger.Tests.DogStatsd.Agent;

/// <summary>A service check, its message without the escapes that it was sent with.</summary>
/// <param name="Line">The line itself.</param>
/// <param name="Name">The name.</param>
/// <param name="Status">0 is ok, 1 a warning, 2 critical, and 3 unknown.</param>
/// <param name="Timestamp">Unix seconds, when the line has them.</param>
/// <param name="HostName">What stands behind <c>h:</c>.</param>
/// <param name="Tags">What stands between commas, in the order sent.</param>
/// <param name="Message">What stands behind <c>m:</c>.</param>
internal sealed record ParsedServiceCheck(
    string Line,
    string Name,
    int Status,
    long? Timestamp,
    string? HostName,
    IReadOnlyList<string> Tags,
    string? Message) : ParsedLine(Line, Tags, Timestamp);
