using Easy.Logger;
using log4net;
using log4net.Config;

namespace MonoProbe;

/// <summary>
/// What a program of .NET Framework does with the appender: the first argument says what, the second is the folder of its files.
/// </summary>
internal static class Program
{
    private const int Threads = 4;
    private const int LinesPerThread = 2500;

    private static readonly ILog _log = LogManager.GetLogger(typeof(Program));

    private static int Main(string[] arguments)
    {
        string folder = arguments[1];
        return arguments[0] switch
        {
            "lines" => WriteLines(folder),
            "exit" => Exit(folder),
            "request" => WebRequest.Log(folder),
            _ => 1,
        };
    }

    /// <summary>Several threads, what a pattern can ask for, a flush and a shutdown.</summary>
    private static int WriteLines(string folder)
    {
        AsyncBufferingForwardingAppender appender = Configure(folder, string.Empty);
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(id => new Thread(() => Write(id)) { Name = $"thread-{id}" })];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Console.WriteLine($"flushed {LogManager.Flush(30_000)}, in the file {File.ReadLines(FileIn(folder)).Count()}");
        LogManager.Shutdown();
        Console.WriteLine($"state {appender.Statistics.State}, forwarded {appender.Statistics.Forwarded}, batches "
            + $"{appender.Statistics.Batches < Threads * LinesPerThread}");
        return 70;
    }

    /// <summary>Nobody shuts log4net down: what waits is written because the process ends.</summary>
    private static int Exit(string folder)
    {
        Configure(folder, """<idleTime value="3600000" />""");
        Write(0);
        return 71;
    }

    private static void Write(int id)
    {
        ThreadContext.Properties["id"] = id;
        for (int i = 0; i < LinesPerThread; i++)
        {
            _log.InfoFormat("line {0}", i);
        }
    }

    private static string FileIn(string folder) => Path.Combine(folder, "app.log");

    private static AsyncBufferingForwardingAppender Configure(string folder, string options)
    {
        string configuration = Path.Combine(folder, "log4net.config");
        File.WriteAllText(
            configuration,
            $"""
            <log4net>
              <root><level value="ALL" /><appender-ref ref="Async" /></root>
              <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
                {options}<appender-ref ref="File" /></appender>
              <appender name="File" type="log4net.Appender.RollingFileAppender">
                <file value="{FileIn(folder)}" />
                <layout type="log4net.Layout.PatternLayout">
                  <conversionPattern value="%date{"{yyyy}"} %thread %property{"{id}"} %level %message%newline" /></layout>
              </appender>
            </log4net>
            """);
        XmlConfigurator.Configure(new FileInfo(configuration));
        return LogManager.GetRepository().GetAppenders().OfType<AsyncBufferingForwardingAppender>().Single();
    }
}
