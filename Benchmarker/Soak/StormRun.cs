using System.Diagnostics;
using System.Globalization;
using System.Xml;
using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net;
using log4net.Config;
using log4net.Repository;

namespace Benchmarker.Soak;

/// <summary>Lets very many threads log into two forwarders over rolling files, then reads every line.</summary>
internal sealed class StormRun(int threads, TimeSpan duration, double perSecond, string folder)
{
    private static readonly TimeSpan _sampleInterval = TimeSpan.FromSeconds(1);

    // Every log call has a limit far below it, and so has the loop around it.
    private static readonly TimeSpan _patience = TimeSpan.FromMinutes(2);

    public StormResult Run()
    {
        StormFiles files = new(folder);
        StormProducer[] producers = [.. Enumerable.Range(0, threads).Select(id => new StormProducer(id, files.Log, perSecond / threads))];
        MemorySamples memory = new();
        int stuck = Produce(producers, memory);
        TimeSpan closing = TimeSpan.Zero;
        List<string> faults = [];
        if (stuck > 0)
        {
            faults.Add($"{stuck} of {threads} threads did not come back from a log call");
        }
        else
        {
            long start = Stopwatch.GetTimestamp();
            files.Close();
            closing = Stopwatch.GetElapsedTime(start);
            faults.AddRange(files.Forwarders.SelectMany(forwarder => Faults(forwarder, files.Read(forwarder), Calls(producers))));
        }

        return new StormResult
        {
            Calls = Calls(producers),
            Counters = [.. files.Forwarders.Select(forwarder => forwarder.Statistics)],
            LongestCall = TimeSpan.FromSeconds((double)producers.Max(producer => producer.LongestCall) / Stopwatch.Frequency),
            Closing = closing,
            Bytes = files.Bytes,
            Memory = memory,
            Faults = faults,
        };
    }

    /// <returns>How many threads are still in a call when all should long be back.</returns>
    private int Produce(StormProducer[] producers, MemorySamples memory)
    {
        using ManualResetEventSlim gate = new();
        long start = 0;
        Thread[] all = Threads.Start(producers.Length, index =>
        {
            gate.Wait();
            producers[index].Run(start, duration);
        });
        start = Stopwatch.GetTimestamp();
        gate.Set();
        while (Stopwatch.GetElapsedTime(start) < duration + _patience)
        {
            if (Array.Find(all, thread => thread.IsAlive) is not { } living)
            {
                return 0;
            }

            if (!living.Join(_sampleInterval) && Stopwatch.GetElapsedTime(start) < duration)
            {
                memory.Take();
            }
        }

        return all.Count(thread => thread.IsAlive);
    }

    private static long Calls(StormProducer[] producers) => producers.Sum(producer => producer.Calls);

    private static IEnumerable<string> Faults(AsyncBufferingForwardingAppender forwarder, Arrivals lines, long calls)
    {
        BufferStatistics counters = forwarder.Statistics;
        if (ForwarderLife.Imbalance(counters) is string imbalance)
        {
            yield return imbalance;
        }

        if (counters.Accepted != calls || lines.Count != counters.Forwarded || lines.Count + counters.Dropped != calls)
        {
            yield return $"{forwarder.Name}: {calls:N0} calls, {counters.Accepted:N0} accepted, {counters.Forwarded:N0} forwarded, "
                + $"{counters.Dropped:N0} dropped, "
                + $"{lines.Count:N0} lines";
        }

        foreach (string fault in lines.Faults)
        {
            yield return $"{forwarder.Name}: thread {fault}";
        }
    }
}

/// <summary>
/// One of many threads that logs in bursts, as request threads do: so many calls at once, then silence until the next tenth of a second.
/// </summary>
internal sealed class StormProducer(int id, ILog log, double perSecond)
{
    private static readonly TimeSpan _interval = TimeSpan.FromMilliseconds(100);

    public long Calls { get; private set; }

    /// <summary>The longest call, in ticks of <see cref="Stopwatch" />.</summary>
    public long LongestCall { get; private set; }

    public void Run(long start, TimeSpan duration)
    {
        // Spread over the interval, so that the whole is a steady stream of bursts.
        TimeSpan next = _interval * (id % 97 / 97.0);
        while (next < duration)
        {
            TimeSpan wait = next - Stopwatch.GetElapsedTime(start);
            if (wait > TimeSpan.Zero)
            {
                Thread.Sleep(wait);
            }

            // What a late thread missed is not made up for: the rate is a limit.
            next = (wait < -_interval ? Stopwatch.GetElapsedTime(start) : next) + _interval;
            LogBurst(perSecond * _interval.TotalSeconds);
        }
    }

    private void LogBurst(double size)
    {
        for (int i = 0; i < size; i++)
        {
            long before = Stopwatch.GetTimestamp();
            log.InfoFormat("{0} {1}", id, ++Calls);
            LongestCall = Math.Max(LongestCall, Stopwatch.GetTimestamp() - before);
        }
    }
}

/// <summary>log4net with two forwarders, each before a rolling file of its own, and what is found in the files afterwards.</summary>
internal sealed class StormFiles
{
    private static readonly string[] _names = ["first", "second"];

    private readonly string _folder;
    private readonly ILoggerRepository _repository;

    public StormFiles(string folder)
    {
        _folder = folder;
        _repository = LogManager.CreateRepository($"storm-{Guid.NewGuid():N}");
        XmlDocument document = new() { XmlResolver = null };
        string root = $"""<root><level value="ALL" />{string.Concat(_names.Select(Reference))}</root>""";
        document.LoadXml($"<log4net>{string.Concat(_names.Select(Appenders))}{root}</log4net>");
        XmlConfigurator.Configure(_repository, document.DocumentElement!);
        Log = LogManager.GetLogger(_repository.Name, typeof(StormFiles));
        Forwarders = [.. _repository.GetAppenders().OfType<AsyncBufferingForwardingAppender>()];
    }

    public ILog Log { get; }

    public IReadOnlyList<AsyncBufferingForwardingAppender> Forwarders { get; }

    public long Bytes => new DirectoryInfo(_folder).EnumerateFiles().Sum(file => file.Length);

    public void Close() => _repository.Shutdown();

    /// <summary>The lines behind one forwarder, in the order in which they were written.</summary>
    public Arrivals Read(AsyncBufferingForwardingAppender forwarder)
    {
        Arrivals arrivals = new();
        foreach (string file in Directory.EnumerateFiles(_folder, $"{forwarder.Name}.log*").OrderBy(Age))
        {
            foreach (string line in File.ReadLines(file))
            {
                arrivals.Add(line);
            }
        }

        return arrivals;
    }

    // Backups count upwards; the file without a number is the one written last.
    private static int Age(string path) =>
        int.TryParse(Path.GetExtension(path).TrimStart('.'), NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? number
            : int.MaxValue;

    private string Appenders(string name) => $"""
        <appender name="{name}-file" type="log4net.Appender.RollingFileAppender">
          <file value="{Path.Combine(_folder, name).Replace("%", "%%", StringComparison.Ordinal)}.log" />
          <rollingStyle value="Size" /><maximumFileSize value="10MB" /><maxSizeRollBackups value="-1" /><countDirection value="1" />
          <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%message%newline" /></layout>
        </appender>
        <appender name="{name}" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
          <bufferSize value="512" /><closeTimeout value="-1" />
          <appender-ref ref="{name}-file" />
        </appender>
        """;

    private static string Reference(string name) => $"""<appender-ref ref="{name}" />""";
}
