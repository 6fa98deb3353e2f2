using System.Xml;
using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Core;
using log4net.Layout;

namespace ExitProbe;

/// <summary>The log of a scenario: our appender before one child, in the default repository, as in any program.</summary>
internal static class Logging
{
    /// <summary>Lines enough for many batches, and a rest that only a drain at the end brings to the file: idle time is an hour.</summary>
    public const int Lines = 10_000;

    public const string Patient = """<idleTime value="3600000" />""";
    public const string HeldFile = "ExitProbe.HeldFileAppender, ExitProbe";

    public static void ToFile(string path, string options = Patient, string type = "log4net.Appender.FileAppender") =>
        Configure(File(path, type: type), options);

    public static void ToSlowFile(string path) => ToFile(path, type: "ExitProbe.SlowFileAppender, ExitProbe");

    public static AsyncBufferingForwardingAppender ToHeldFile(string path, string options)
    {
        ToFile(path, options, HeldFile);
        return Appender;
    }

    /// <summary>Before a child that never returns: one event is with it, the others wait behind.</summary>
    public static void ToHungChild(int waiting, string options = "")
    {
        Configure("""<appender name="child" type="ExitProbe.HungAppender, ExitProbe" />""",
            Patient + """<closeTimeout value="500" />""" + options);
        Log.Error("held");
        HungAppender.Entered.Wait();
        Write(0, waiting);
    }

    public static string Console =>
        """
        <appender name="child" type="log4net.Appender.ConsoleAppender">
          <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>
        </appender>
        """;

    public static string File(
        string path, string more = "", string name = "child", string type = "log4net.Appender.FileAppender") =>
        $"""
        <appender name="{name}" type="{type}">
          <file value="{path}" />{more}
          <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>
        </appender>
        """;

    public static AsyncBufferingForwardingAppender Appender =>
        LogManager.GetRepository().GetAppenders().OfType<AsyncBufferingForwardingAppender>().Single();

    public static ILog Log { get; } = LogManager.GetLogger(typeof(Logging));

    public static void Write(int from, int count)
    {
        for (int i = from; i < from + count; i++)
        {
            Log.InfoFormat("line {0}", i);
        }
    }

    public static void Print(FormattableString text) => System.Console.WriteLine(FormattableString.Invariant(text));

    public static void PrintCounters(AsyncBufferingForwardingAppender appender)
    {
        BufferStatistics statistics = appender.Statistics;
        string rest = $"failed {statistics.Failed} dropped {statistics.Dropped} pending {statistics.Pending}";
        Print($"accepted {statistics.Accepted} forwarded {statistics.Forwarded} {rest}");
    }

    /// <summary>An appender that belongs to no repository, before one child.</summary>
    public static AsyncBufferingForwardingAppender Alone(IAppender child, string name, int closeTimeout)
    {
        AsyncBufferingForwardingAppender appender = new() { Name = name, CloseTimeout = closeTimeout, IdleTime = 3_600_000 };
        appender.AddAppender(child);
        appender.ActivateOptions();
        return appender;
    }

    public static FileAppender NewFile(string path, string pattern = "%message%newline")
    {
        FileAppender file = new() { Name = "child", File = path, Layout = new PatternLayout(pattern) };
        file.ActivateOptions();
        return file;
    }

    public static LoggingEvent Event(string message, Level? level = null) =>
        new(typeof(Logging), repository: null, "test", level ?? Level.Info, message, exception: null);

    /// <summary>Our appender on the root logger, before children given as XML.</summary>
    public static void Configure(string children, string options = Patient, params string[] names)
    {
        XmlDocument document = new() { XmlResolver = null };
        using XmlReader reader = XmlReader.Create(new StringReader(Document(children, options, names)));
        document.Load(reader);
        XmlConfigurator.Configure(document.DocumentElement!);
    }

    public static string Document(string children, string options, params string[] names)
    {
        string references = string.Concat((names.Length == 0 ? ["child"] : names).Select(name => $"""<appender-ref ref="{name}" />"""));
        return $"""
            <log4net>
              {children}
              <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">{options}{references}</appender>
              <root><level value="ALL" /><appender-ref ref="Async" /></root>
            </log4net>
            """;
    }
}

/// <summary>Threads that log numbered lines, <c>id number</c>, and know how many of their calls have returned.</summary>
internal sealed class Producers
{
    public const int Count = 4;

    private readonly int[] _returned = new int[Count];

    /// <param name="inBackground">Whether the process waits for none of them.</param>
    /// <param name="report">Gets after each call which thread has made how many.</param>
    public Producers(bool inBackground, Action<int, long>? report = null)
    {
        for (int id = 0; id < Count; id++)
        {
            int producer = id;
            new Thread(() => Produce(producer, report)) { IsBackground = inBackground }.Start();
        }
    }

    /// <summary>Waits until every thread has got so far.</summary>
    public void Await(int lines) => SpinWait.SpinUntil(() => Array.TrueForAll(Returned(), returned => returned >= lines));

    /// <summary>How many calls of each thread have returned.</summary>
    public int[] Returned() => [.. Enumerable.Range(0, Count).Select(id => Volatile.Read(ref _returned[id]))];

    private void Produce(int id, Action<int, long>? report)
    {
        for (int number = 0; number < int.MaxValue; number++)
        {
            Logging.Log.InfoFormat("{0} {1}", id, number);
            Volatile.Write(ref _returned[id], number + 1);
            report?.Invoke(id, number + 1);
        }
    }
}
