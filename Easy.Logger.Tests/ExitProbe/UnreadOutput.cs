using Easy.Logger;

namespace ExitProbe;

/// <summary>
/// A console child, and nobody reads the standard output: the worker is stuck in its write and holds the lock of the console, which
/// everybody needs who writes to standard error. How far the program came is shown by files.
/// </summary>
internal static class UnreadOutput
{
    /// <summary>More than any pipe holds.</summary>
    private const int Events = 1_000;

    private const string Large = """<idleTime value="50" /><closeTimeout value="1000" />""";

    /// <summary>Events are dropped, of which there is something to report.</summary>
    private const string Small = Large + """<bufferSize value="10" /><queueLimit value="100" /><blockTimeout value="100" />""";

    public static int Log(string folder)
    {
        AsyncBufferingForwardingAppender appender = Fill(Small);
        SpinWait.SpinUntil(() => appender.Statistics.Dropped > 0);
        Mark(folder, "logged");
        return 120;
    }

    public static int Close(string folder)
    {
        Fill(Large).Close();
        Mark(folder, "closed");
        return 121;
    }

    public static int Dispose(string folder)
    {
        string configuration = Path.Combine(folder, "log4net.config");
        File.WriteAllText(configuration, Logging.Document(Logging.Console, Large));
        Log4NetService.Instance.Configure(new FileInfo(configuration));
        Fill();
        Log4NetService.Instance.Dispose();
        Mark(folder, "disposed");
        return 122;
    }

    public static int Return()
    {
        Fill(Large);
        return 123;
    }

    private static AsyncBufferingForwardingAppender Fill(string options)
    {
        Logging.Configure(Logging.Console, options);
        AsyncBufferingForwardingAppender appender = Logging.Appender;
        Fill();
        return appender;
    }

    private static void Fill()
    {
        string text = new('.', 1_000);
        for (int i = 0; i < Events; i++)
        {
            Logging.Log.Info(text);
        }
    }

    private static void Mark(string folder, string name) => File.WriteAllText(Path.Combine(folder, name), string.Empty);
}
