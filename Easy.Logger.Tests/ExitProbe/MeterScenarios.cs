using System.Diagnostics.Metrics;

namespace ExitProbe;

/// <summary>A program that listens to the meter.</summary>
internal static class MeterScenarios
{
    /// <summary>The first appender of the process makes the instruments, and the listener sees each.</summary>
    public static int LogWithAListener(string file, Action published, int exitCode)
    {
        using MeterListener listener = new()
        {
            InstrumentPublished = (instrument, _) =>
            {
                if (instrument.Meter.Name == "Easy.Logger")
                {
                    published();
                }
            },
        };
        listener.Start();
        Logging.ToFile(file);
        Logging.Write(0, Logging.Lines);
        return exitCode;
    }
}
