namespace log4net;

/// <remarks>An older way to reach the properties of the thread context.</remarks>
public static class MDC
{
    public static void Clear() => ThreadContext.Properties.Clear();

    public static string? Get(string key) => ThreadContext.Properties[key]?.ToString();

    public static void Remove(string key) => ThreadContext.Properties.Remove(key);

    public static void Set(string key, string value) => ThreadContext.Properties[key] = value;
}
