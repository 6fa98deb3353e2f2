namespace LokiServer.Rules;

internal static class Nanoseconds
{
    private const long PerTick = 100;

    public static long Of(TimeSpan span) => span.Ticks * PerTick;

    public static long SinceEpoch(DateTimeOffset time) => Of(time - DateTimeOffset.UnixEpoch);
}
