#if NET
using System.Runtime.InteropServices;
using Easy.Logger.Diagnostics;
#endif

namespace Easy.Logger.Lifetime;

/// <summary>
/// SIGTERM, SIGINT and SIGHUP, observed without changing what they do: the default action, or what the host makes of it, follows.
/// Only on .NET; on .NET Framework a console's close ends in ProcessExit.
/// </summary>
internal static class TerminationSignals
{
#if NET
    // Never disposed: a registration lives as long as the process.
    private static readonly List<PosixSignalRegistration> _registrations = [];
#endif

    public static void Subscribe(Action drain)
    {
#if NET
        try
        {
            _registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGTERM, _ => drain()));
            _registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGINT, _ => drain()));
            _registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGHUP, _ => drain())); // the terminal or console window is closed
        }
        catch (Exception e) when (e is PlatformNotSupportedException or IOException)
        {
            InternalLog.Warn("Easy.Logger: this platform has no signals to observe; what waits when one ends the process is lost.", e);
        }
#else
        _ = drain;
#endif
    }
}
