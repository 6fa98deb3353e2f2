using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Easy.Logger.Diagnostics;

namespace Easy.Logger.Metrics;

/// <summary>
/// The way from the appenders to the meter, but for single batches, whose listeners the worker guards itself against. What fails in here is the meter as such, as an assembly of
/// .NET Framework that does not fit. It must cost neither an event nor a worker, so it is told once and the meter is left alone from then on. Thread-safe.
/// </summary>
[SuppressMessage("Design", "CA1031", Justification = "Whatever fails in there, logging goes on.")]
internal static class MeterGate
{
    private static volatile bool _isShut;

    /// <summary>Whether anybody wants to know of each batch.</summary>
    public static bool MeasuresBatches
    {
        get
        {
            try
            {
                return !_isShut && EasyLoggerMeter.MeasuresBatches;
            }
            catch (Exception e)
            {
                Shut(e);
                return false;
            }
        }
    }

    /// <summary>Makes the instruments. Listeners are told of them in here, so not to be called under a lock.</summary>
    public static void Prepare() => Try(static () => RuntimeHelpers.RunClassConstructor(typeof(EasyLoggerMeter).TypeHandle));

    /// <inheritdoc cref="EasyLoggerMeter.Open" />
    public static void Open(IMetered component, string? name) => Try(() => EasyLoggerMeter.Open(component, name ?? string.Empty));

    /// <inheritdoc cref="EasyLoggerMeter.End" />
    public static void End(IMetered component) => Try(() => EasyLoggerMeter.End(component));

    private static void Try(Action step)
    {
        if (_isShut)
        {
            return;
        }

        try
        {
            step();
        }
        catch (Exception e)
        {
            Shut(e);
        }
    }

    private static void Shut(Exception e)
    {
        _isShut = true;
        InternalLog.Error($"The meter {MeterNames.Meter} failed and is not used any more. Logging goes on.", e);
    }
}
