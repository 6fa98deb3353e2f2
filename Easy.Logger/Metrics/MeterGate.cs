using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Easy.Logger.Metrics;

/// <summary>
/// The way from the appenders to the meter. Listeners are code of others, which may hang and throw: the instruments are made on a thread of
/// their own, and nobody waits for it. What fails is the meter as such, as an assembly of .NET Framework that does not fit: it is reported
/// once, and the meter is left alone from then on. Thread-safe.
/// </summary>
[SuppressMessage("Design", "CA1031", Justification = "Whatever fails in there, logging goes on.")]
internal static class MeterGate
{
    private static int _isBegun;
    private static volatile bool _isOpen;

    /// <summary>Whether anybody wants to know of each batch.</summary>
    public static bool MeasuresBatches => _isOpen && EasyLoggerMeter.MeasuresBatches;

    /// <summary>Begins to report an appender.</summary>
    public static void Open(IMetered component, string? name)
    {
        MeteredComponents.All.Open(component, name ?? string.Empty);
        if (Interlocked.Exchange(ref _isBegun, 1) == 0)
        {
            try
            {
                BackgroundThread.Start(MakeInstruments, "Easy.Logger meter");
            }
            catch (Exception)
            {
                _isBegun = 0; // no thread: the next appender tries again
            }
        }
    }

    private static void MakeInstruments()
    {
        try
        {
            RuntimeHelpers.RunClassConstructor(typeof(EasyLoggerMeter).TypeHandle);
            _isOpen = true;
        }
        catch (Exception e)
        {
            InternalLog.Error($"The meter {MeterNames.Meter} failed and is not used any more. Logging goes on.", e);
        }
    }
}
