namespace Easy.Logger.Extensions.Microsoft.State;

/// <summary>The names of the properties that the provider itself gives to events. Layouts of users refer to them.</summary>
internal static class PropertyNames
{
    public const string MessageTemplate = "MessageTemplate";

    public const string Scope = "Scope";

    public const string EventId = "EventId";

    public const string EventName = "EventName";

    public const string TraceId = TraceContext.TraceIdProperty;

    public const string SpanId = TraceContext.SpanIdProperty;

    /// <summary>
    /// The name of a placeholder without the sign that other loggers give to values to be taken apart (@) or turned into text ($).
    /// </summary>
    public static string WithoutSign(string name) => name.Length > 1 && name[0] is '@' or '$' ? name.Substring(1) : name;
}
