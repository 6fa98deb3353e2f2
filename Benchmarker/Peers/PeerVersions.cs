using System.Reflection;
using Benchmarker.Reporting;

namespace Benchmarker.Peers;

/// <summary>Which other libraries the numbers belong to. To be asked for only when they are measured: it loads them.</summary>
internal static class PeerVersions
{
    public static string Text => $"NLog {VersionOf(typeof(NLog.Logger).Assembly)}, Serilog {VersionOf(typeof(Serilog.Log).Assembly)}";

    private static string VersionOf(Assembly assembly) => assembly.InformationalVersion().Split('+', '-')[0];
}
