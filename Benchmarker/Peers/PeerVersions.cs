using Benchmarker.Reporting;

namespace Benchmarker.Peers;

/// <summary>The versions of the other libraries. Reading it loads them, so it is read only when they are measured.</summary>
internal static class PeerVersions
{
    public static string Text =>
        $"NLog {VersionOf<NLog.Logger>()}, "
        + $"Serilog {VersionOf<Serilog.LoggerConfiguration>()} with Sinks.File {VersionOf<Serilog.Sinks.File.FileLifecycleHooks>()}, "
        + $"ZLogger {VersionOf<ZLogger.ZLoggerOptions>()}";

    private static string VersionOf<T>() => typeof(T).Assembly.InformationalVersion().Split('+', '-')[0];
}
