namespace Easy.Logger.Loki;

/// <summary>What a line is.</summary>
public enum LokiBodyFormat
{
    /// <summary>What the layout writes; without one the message, and the exception in the lines below it.</summary>
    Text,

    /// <summary>
    /// A JSON object, for Grafana's <c>| json</c>: <c>Message</c>, <c>Logger</c>, <c>Level</c>, <c>Thread</c>, each property under its
    /// name, and <c>Exception</c> with <c>Type</c>, <c>Message</c>, <c>StackTrace</c> and <c>InnerException</c>.
    /// </summary>
    Json,
}
