using System.Diagnostics;
using System.Security;
using System.Xml;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Benchmarker.Watch;

/// <summary>
/// Something to watch: threads that log at a rate through an async appender to a rolling file and to an appender with moods. Begins when it
/// is made, ends when it is disposed.
/// </summary>
internal sealed class WatchScenario : IDisposable
{
    // Often enough for an even stream, seldom enough for sleeping threads.
    private static readonly TimeSpan _beat = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan _longestGap = TimeSpan.FromMilliseconds(200);

    private readonly ManualResetEventSlim _stop = new();
    private readonly Hierarchy _repository;
    private readonly Thread[] _threads;

    public WatchScenario(int threads, int rate, string folder)
    {
        _repository = (Hierarchy)LogManager.CreateRepository($"watch-{Guid.NewGuid():N}");
        XmlDocument document = new() { XmlResolver = null };
        document.LoadXml(Configuration(folder));
        XmlConfigurator.Configure(_repository, document.DocumentElement!);
        ILog log = LogManager.GetLogger(_repository.Name, "watched");
        _threads = Threads.Start(threads, id => Produce(id, log, (double)rate / threads));
    }

    public void Dispose()
    {
        _stop.Set();
        Array.ForEach(_threads, thread => thread.Join());
        _repository.Shutdown();
        _stop.Dispose();
    }

    private void Produce(int id, ILog log, double perSecond)
    {
        long number = 0;
        double due = 0;
        for (long last = Stopwatch.GetTimestamp(); !_stop.Wait(_beat);)
        {
            long now = Stopwatch.GetTimestamp();
            double elapsed = Stopwatch.GetElapsedTime(last, now).TotalSeconds;
            last = now;

            // What a thread missed that stood still for longer is not made up for: the rate is a limit.
            for (due += perSecond * Math.Min(elapsed, _longestGap.TotalSeconds); due >= 1; due--)
            {
                log.InfoFormat("thread {0} says {1}", id, number++);
            }
        }
    }

    private static string Configuration(string folder)
    {
        string file = SecurityElement.Escape(Path.Combine(folder, "watched.log").Replace("%", "%%", StringComparison.Ordinal));
        return $"""
            <log4net>
              <appender name="RollingFile" type="log4net.Appender.RollingFileAppender">
                <file value="{file}" />
                <rollingStyle value="Size" /><maximumFileSize value="10MB" /><maxSizeRollBackups value="2" />
                <layout type="log4net.Layout.PatternLayout">
                  <conversionPattern value="%date [%thread] %-5level - %message%newline" /></layout>
              </appender>
              <appender name="Moody" type="{typeof(MoodyAppender).FullName}, {typeof(MoodyAppender).Assembly.GetName().Name}" />
              <appender name="Async" type="Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger">
                <bufferSize value="512" /><queueLimit value="8192" /><overflow value="DropOldest" /><reportLoss value="false" />
                <appender-ref ref="RollingFile" /><appender-ref ref="Moody" />
              </appender>
              <root><level value="ALL" /><appender-ref ref="Async" /></root>
            </log4net>
            """;
    }
}

/// <summary>
/// An appender that works for a while, then stalls again and again, works, and then fails now and then: the same every ten seconds.
/// </summary>
internal sealed class MoodyAppender : AppenderSkeleton
{
    private const int EventsPerStop = 512;
    private const int EventsPerFailure = 50;

    private static readonly TimeSpan _round = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan _stop = TimeSpan.FromMilliseconds(150);

    private readonly long _start = Stopwatch.GetTimestamp();
    private int _events;

    /// <summary>What it does at a time of its round.</summary>
    public enum Mood
    {
        Working = 0,
        Stalling,
        Failing,
    }

    /// <param name="elapsed">The time since it was made.</param>
    public static Mood At(TimeSpan elapsed) => (elapsed.TotalSeconds % _round.TotalSeconds) switch
    {
        >= 3 and < 5.5 => Mood.Stalling,
        >= 7 and < 9 => Mood.Failing,
        _ => Mood.Working,
    };

    protected override void Append(LoggingEvent loggingEvent)
    {
        _events++;
        switch (At(Stopwatch.GetElapsedTime(_start)))
        {
            case Mood.Stalling when _events % EventsPerStop == 0:
                Thread.Sleep(_stop);
                break;

            case Mood.Failing when _events % EventsPerFailure == 0:
                throw new IOException("No space left on device");
        }
    }
}
