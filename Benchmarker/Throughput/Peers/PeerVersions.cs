using Benchmarker.Reporting;

namespace Benchmarker.Throughput.Peers;

/// <summary>The versions of the other libraries. Reading it loads them, so it is read only when they are measured.</summary>
internal static class PeerVersions
{
    public static string Text =>
        $"NLog {VersionOf<NLog.Logger>()}, "
        + $"Serilog {VersionOf<Serilog.LoggerConfiguration>()} with Sinks.File {VersionOf<Serilog.Sinks.File.FileLifecycleHooks>()}, "
        + $"ZLogger {VersionOf<ZLogger.ZLoggerOptions>()}";

    private static string VersionOf<T>() => typeof(T).Assembly.InformationalVersion().Split('+', '-')[0];
}

/// <summary>At which size a peer's file rolls.</summary>
internal static class RollingSize
{
    /// <summary>The 50MB of log4net.config.</summary>
    public const int Bytes = 50 * 1024 * 1024;
}
