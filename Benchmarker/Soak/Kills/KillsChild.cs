using System.Diagnostics;
using System.Globalization;
using Easy.Logger;
using Easy.Logger.Diagnostics;
using Easy.Logger.Journaling;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Benchmarker.Soak.Kills;

/// <summary>
/// The process that is killed: threads that log numbered events, <c>process thread number padding</c>, to a journaled appender.
/// </summary>
internal sealed class KillsChild : IDisposable
{
    private readonly int _number;
    private readonly KillsPlan _plan;
    private readonly KillsCounters _counters;
    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly AsyncBufferingForwardingAppender _appender;
    private readonly ILog _log = LogManager.GetLogger("kills");

    public KillsChild(KillsFolder folder, int number, KillsPlan plan)
    {
        LogLog.EmitInternalMessages = false;
        _number = number;
        _plan = plan;
        _counters = new KillsCounters(folder.Counters(number));
        _appender = new AsyncBufferingForwardingAppender
        {
            Name = "kills",
            Journal = folder.Journal,
            JournalLimit = plan.JournalLimit,
            BufferSize = plan.BufferSize,
            QueueLimit = plan.QueueLimit,
            Overflow = plan.Overflow,
            BlockTimeout = plan.BlockTimeout,
            IdleTime = plan.IdleTime,
        };
        Attach(folder);
        _appender.ActivateOptions();
        BasicConfigurator.Configure(LogManager.GetRepository(), _appender);
    }

    /// <summary>Logs until it is killed.</summary>
    public void LogUntilKilled() => Threads.Run(_plan.Threads, id => Produce(id, long.MaxValue));

    /// <summary>Forwards what all others have left, and ends.</summary>
    public void Drain(KillsFolder folder)
    {
        Produce(0, 1);
        SpinWait.SpinUntil(() => folder.Lanes <= 1, TimeSpan.FromMinutes(2));
        long before;
        do
        {
            before = _appender.Statistics.Recovered;
            Thread.Sleep(6_000); // what was given away before, and did not end, comes 5 s after the start
            _appender.Flush(60_000);
        }
        while (_appender.Statistics.Recovered != before);
        LogManager.Shutdown();
    }

    public void Dispose() => _counters.Dispose();

    private void Attach(KillsFolder folder)
    {
        KillsFile log = new(
            _plan.ChanceOf(101), _plan.RefusesOneIn, folder.Refused(_number),
            () => _counters.FirstLine = (long)Stopwatch.GetElapsedTime(_start).TotalMilliseconds + 1)
        {
            File = folder.Log(_number),
            Layout = new PatternLayout("%message|%property{easylogger.recovered}%newline"),
        };
        _appender.AddAppender(log.Activated());
        if (_plan.HasConsole)
        {
            Console.SetOut(TextWriter.Null);
            _appender.AddAppender(new ConsoleAppender { Layout = new SimpleLayout() }.Activated());
        }

        if (_plan.IsSlow)
        {
            _appender.AddAppender(new KillsAppender(_plan.ChanceOf(102), isSlow: true, fails: false));
        }

        if (_plan.HasFailingAppender)
        {
            _appender.AddAppender(new KillsAppender(_plan.ChanceOf(103), isSlow: false, fails: true));
        }
    }

    private void Produce(int thread, long calls)
    {
        Chance chance = _plan.ChanceOf(thread);
        Level[] levels = [Level.Debug, Level.Info, Level.Warn];
        for (long number = 0; number < calls; number++)
        {
            string message = string.Create(
                CultureInfo.InvariantCulture, $"{_number} {thread} {number} {new string('x', KillsPlan.PaddingOf(chance))}");
            Level level = number == 0 || chance.OneIn(100) ? Level.Error : chance.Of(levels); // the first one at once
            _log.Logger.Log(typeof(KillsChild), level, message, exception: null);
            BufferStatistics statistics = _appender.Statistics;
            _counters.Return(thread, number + 1, statistics.Dropped, statistics.Journal!.NotJournaled);
        }
    }
}

/// <summary>The log: a file that may refuse a batch, and then writes down which events it has refused for good.</summary>
internal sealed class KillsFile(Chance chance, int refusesOneIn, string refused, Action onFirstLine) : FileAppender
{
    private bool _hasWritten;

    /// <inheritdoc />
    protected override void Append(LoggingEvent loggingEvent) => Append([loggingEvent]);

    /// <inheritdoc />
    protected override void Append(LoggingEvent[] loggingEvents)
    {
        if (refusesOneIn > 0 && chance.OneIn(refusesOneIn))
        {
            // A recovered event that is refused stays in the journal.
            System.IO.File.AppendAllLines(refused, loggingEvents.Where(IsNew).Select(one => Head(one.RenderedMessage!)));
            throw new InvalidOperationException("refused");
        }

        base.Append(loggingEvents);
        if (!_hasWritten && loggingEvents.Any(IsNew))
        {
            _hasWritten = true;
            onFirstLine();
        }
    }

    private static bool IsNew(LoggingEvent loggingEvent) => loggingEvent.LoggerName != "Easy.Logger"
        && loggingEvent.LookupProperty(EventSerializer.RecoveredProperty) is null;

    private static string Head(string message) => string.Create(CultureInfo.InvariantCulture, $"{message[..message.LastIndexOf(' ')]} |");
}

/// <summary>An appender beside the log that is slow, or fails now and then.</summary>
internal sealed class KillsAppender(Chance chance, bool isSlow, bool fails) : IBulkAppender
{
    public string Name { get; set; } = fails ? "failing" : "slow";

    public void DoAppend(LoggingEvent loggingEvent) => DoAppend([loggingEvent]);

    public void DoAppend(LoggingEvent[] loggingEvents)
    {
        if (isSlow)
        {
            Thread.Sleep(chance.Below(4));
        }

        if (fails && chance.OneIn(5))
        {
            throw new InvalidOperationException("fails");
        }
    }

    public void Close()
    {
    }
}
