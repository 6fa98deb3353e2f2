using System.Diagnostics.Metrics;

namespace Easy.Logger.Shared;

/// <summary>
/// Instruments of the meter <c>Easy.Logger</c>. Listeners are code of others and are called while an instrument is made and used: what they
/// throw is reported and stays in here. Thread-safe.
/// </summary>
internal static class Instruments
{
    /// <summary>The meter with the version of a package.</summary>
    /// <param name="type">A type of the package.</param>
    public static Meter MeterOf(Type type) => new(MeterNames.Meter, type.Assembly.GetName().Version?.ToString(3));

    /// <returns>The instrument, or <see langword="null" /> when a listener has failed; the others go on.</returns>
    public static T? Make<T>(Func<T> make)
        where T : Instrument
    {
        try
        {
            return make();
        }
        catch (Exception e)
        {
            InternalLog.Error($"A listener of the meter {MeterNames.Meter} failed when an instrument was made.", e);
            return null;
        }
    }

    /// <summary>Measures something.</summary>
    public static void Guard(Action measure)
    {
        try
        {
            measure();
        }
        catch (Exception e)
        {
            InternalLog.Error($"A listener of the meter {MeterNames.Meter} failed.", e);
        }
    }
}
