using System.Reflection;
using log4net;

namespace Benchmarker.Reporting;

/// <summary>Which log4net the numbers belong to.</summary>
internal sealed record Log4NetIdentity(string Version, bool IsStandIn)
{
    // Only the stand-in's version carries this word, see Log4Net.StandIn; its assembly has the real one's name otherwise.
    private const string StandInMark = "standin";

    public static Log4NetIdentity Current { get; } = Of(typeof(LogManager).Assembly);

    public override string ToString() => $"{Version} ({(IsStandIn ? "stand-in: for real figures restore from a feed that has log4net" : "real")})";

    private static Log4NetIdentity Of(Assembly assembly)
    {
        string version = assembly.InformationalVersion();
        return new Log4NetIdentity(version, version.Contains(StandInMark, StringComparison.OrdinalIgnoreCase));
    }
}
