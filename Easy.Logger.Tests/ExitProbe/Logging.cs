using System.Xml;
using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net;
using log4net.Config;

namespace ExitProbe;

/// <summary>The log of a scenario: our appender before one child, in the default repository, as in any program.</summary>
internal static class Logging
{
    /// <summary>Lines enough for many batches, and a rest that only a drain at the end brings to the file: idle time is an hour.</summary>
    public const int Lines = 10_000;

    public const string Patient = """<idleTime value="3600000" />""";
    public const string HeldFile = "ExitProbe.HeldFileAppender, ExitProbe";

    /// <summary>A held file takes events one by one, on a machine that may be busy.</summary>
    public const string Unhurried = Patient + """<closeTimeout value="60000" />""";

    public static void ToFile(string path, string options = Patient, string type = "log4net.Appender.FileAppender") =>
        Configure(File(path, type: type), options);

    public static void ToSlowFile(string path) => ToFile(path, type: "ExitProbe.SlowFileAppender, ExitProbe");

    public static AsyncBufferingForwardingAppender ToHeldFile(string path, string options = Unhurried)
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

    /// <summary>A child as XML: log4net's console.</summary>
    public static string Console =>
        """
        <appender name="child" type="log4net.Appender.ConsoleAppender">
          <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>
        </appender>
        """;

    /// <summary>A child as XML: a file.</summary>
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

    /// <summary>Prints something for the tests.</summary>
    public static void Print(FormattableString text) => System.Console.WriteLine(FormattableString.Invariant(text));

    /// <summary>Prints what became of the events of an appender.</summary>
    public static void PrintCounters(AsyncBufferingForwardingAppender appender, string before = "")
    {
        BufferStatistics statistics = appender.Statistics;
        string rest = $"failed {statistics.Failed} dropped {statistics.Dropped} pending {statistics.Pending}";
        Print($"{before}accepted {statistics.Accepted} forwarded {statistics.Forwarded} {rest}");
    }

    /// <summary>Our appender on the root logger, before children given as XML.</summary>
    public static void Configure(string children, string options = Patient, params string[] names)
    {
        XmlDocument document = new() { XmlResolver = null };
        using XmlReader reader = XmlReader.Create(new StringReader(Document(children, options, names)));
        document.Load(reader);
        XmlConfigurator.Configure(document.DocumentElement!);
    }

    /// <summary>The configuration as a text.</summary>
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

/// <summary>Threads of three kinds that log numbered lines, <c>id number</c>, and know how many of their calls have returned.</summary>
internal sealed class Producers
{
    public const int Count = 4;

    private readonly ILog _log = Logging.Log;
    private readonly int[] _returned = new int[Count];
    private readonly Action<int, long>? _report;

    private Producers(int lines, Action<Action> start, Action<int, long>? report = null)
    {
        _report = report;
        for (int id = 0; id < Count; id++)
        {
            int producer = id;
            start(() => Produce(producer, lines));
        }
    }

    /// <summary>Threads for which the process does not wait.</summary>
    public static Producers InBackground() => new(int.MaxValue, produce => new Thread(() => produce()) { IsBackground = true }.Start());

    /// <summary>Threads for which the process waits, unless it is ended otherwise.</summary>
    /// <param name="lines">How many lines each logs.</param>
    /// <param name="report">Gets after each call which thread has made how many.</param>
    public static Producers InForeground(int lines = int.MaxValue, Action<int, long>? report = null) =>
        new(lines, produce => new Thread(() => produce()).Start(), report);

    /// <summary>Threads of the pool, which never get back to it.</summary>
    public static Producers OnThePool()
    {
        ThreadPool.GetMinThreads(out int threads, out int ports);
        ThreadPool.SetMinThreads(threads + Count, ports); // the pool takes its time before it starts more threads than that
        return new Producers(int.MaxValue, produce => ThreadPool.UnsafeQueueUserWorkItem(_ => produce(), null));
    }

    /// <summary>Waits until every thread has got so far.</summary>
    public void Await(int lines) => SpinWait.SpinUntil(() => Array.TrueForAll(Returned(), returned => returned >= lines));

    /// <summary>How many calls of each thread have returned.</summary>
    public int[] Returned() => [.. Enumerable.Range(0, Count).Select(id => Volatile.Read(ref _returned[id]))];

    private void Produce(int id, int lines)
    {
        for (int number = 0; number < lines; number++)
        {
            _log.InfoFormat("{0} {1}", id, number);
            Volatile.Write(ref _returned[id], number + 1);
            _report?.Invoke(id, number + 1);
        }
    }
}
