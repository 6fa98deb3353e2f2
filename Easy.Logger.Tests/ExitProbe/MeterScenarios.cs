using System.Diagnostics.Metrics;

namespace ExitProbe;

/// <summary>Programs that listen to the meter.</summary>
internal static class MeterScenarios
{
    public static int LogWithAListenerThatHangs(string file)
    {
        using MeterListener listener = new()
        {
            InstrumentPublished = (instrument, _) =>
            {
                if (instrument.Meter.Name == "Easy.Logger")
                {
                    Thread.CurrentThread.Join();
                }
            },
        };
        listener.Start();
        Logging.ToFile(file);
        Logging.Write(0, Logging.Lines);
        return 94;
    }

    /// <summary>The first appender of the process makes the instruments, and the listener is told of each.</summary>
    public static int LogWithAListenerThatThrows(string file)
    {
        using MeterListener listener = new()
        {
            InstrumentPublished = (instrument, _) =>
            {
                if (instrument.Meter.Name == "Easy.Logger")
                {
                    throw new InvalidOperationException("the listener is broken");
                }
            },
        };
        listener.Start();
        Logging.ToFile(file);
        Logging.Write(0, Logging.Lines);
        return 93;
    }
}
