using System.Globalization;
using BenchmarkDotNet.Attributes;
using log4net.Core;
using log4net.Util;

namespace Benchmarker.Micro;

/// <summary>What does it cost a caller to make an event, and to fix it?</summary>
[MemoryDiagnoser]
public class FixBenchmarks
{
    private long _counter;

    [Benchmark(Baseline = true)]
    public LoggingEvent New() => Events.New(++_counter);

    [Benchmark]
    public LoggingEvent ThreadAndException() => Fixed(FixFlags.ThreadName | FixFlags.Exception);

    [Benchmark]
    public LoggingEvent MessageThreadAndException() => Fixed(Events.Fixed);

    [Benchmark]
    public LoggingEvent Partial() => Fixed(FixFlags.Partial);

    private LoggingEvent Fixed(FixFlags flags)
    {
        LoggingEvent loggingEvent = Events.New(++_counter);
        loggingEvent.Fix = flags;
        return loggingEvent;
    }
}

/// <summary>Events like those of the article's log call.</summary>
internal static class Events
{
    /// <summary>The pattern of the README's file.</summary>
    public const string Pattern = "%date{ISO8601} [%-5level] [%2thread] %logger{1} - %message%newline%exception";

    /// <summary>What the README's file fixes.</summary>
    public const FixFlags Fixed = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    public static LoggingEvent New(long counter) => new(
        typeof(Events),
        repository: null,
        "Benchmarker.Program",
        Level.Debug,
        new SystemStringFormat(CultureInfo.InvariantCulture, "Counter is: {0}", counter),
        exception: null);

    public static LoggingEvent NewFixed(long counter)
    {
        LoggingEvent loggingEvent = New(counter);
        loggingEvent.Fix = Fixed;
        return loggingEvent;
    }
}
