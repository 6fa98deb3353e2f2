using Easy.Logger;
using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;
using log4net.Layout;
using log4net.Repository.Hierarchy;

namespace Benchmarker.Soak.Hostile;

/// <summary>One async appender in a log4net repository of its own, and what was logged with it. Safe for several threads.</summary>
internal sealed class ScenarioLog
{
    private readonly ScenarioContext _context;
    private readonly Hierarchy _repository = (Hierarchy)log4net.LogManager.CreateRepository($"hostile-{Guid.NewGuid():N}");
    private readonly Logger _logger;
    private readonly Action<LoggingEvent> _append; // made once: a call must not need memory here
    private volatile Exception? _thrown;
    private long _calls;

    /// <param name="context">The process.</param>
    /// <param name="options">Sets the options; small ones are set before.</param>
    /// <param name="attached">What the async appender forwards to.</param>
    public ScenarioLog(ScenarioContext context, Action<AsyncBufferingForwardingAppender> options, params IAppender[] attached)
    {
        _context = context;
        Appender = new AsyncBufferingForwardingAppender
        {
            Name = "async",
            BufferSize = 100,
            BlockTimeout = 200,
            CloseTimeout = 2_000,
            ReportLoss = false,
        };
        _append = Appender.DoAppend;
        Array.ForEach(attached, Appender.AddAppender);
        options(Appender);
        Appender.ActivateOptions();
        _repository.Root.Level = Level.All;
        _repository.Root.AddAppender(Appender);
        _repository.Configured = true;
        _logger = (Logger)_repository.GetLogger("hostile");
        context.Watch(Appender);
    }

    public AsyncBufferingForwardingAppender Appender { get; }

    public Hierarchy Repository => _repository;

    /// <summary>Leaves out log4net's logger, which swallows what an appender throws.</summary>
    public bool IsDirect { get; init; }

    /// <summary>Log calls that have returned, or thrown.</summary>
    public long Calls => Interlocked.Read(ref _calls);

    public BufferStatistics Counters => Appender.Statistics;

    /// <summary>A file appender of log4net's own, one line per event.</summary>
    public static T File<T>(T appender, string path, ILayout? layout = null)
        where T : FileAppender
    {
        appender.Name = Path.GetFileName(path);
        appender.File = path.Replace("%", "%%", StringComparison.Ordinal);
        appender.AppendToFile = true;
        appender.Layout = layout ?? new PatternLayout("%message%newline");
        appender.ActivateOptions();
        return appender;
    }

    public static FileAppender File(string path, ILayout? layout = null) => File(new FileAppender(), path, layout);

    /// <summary>How many complete lines a file has; 0 when there is none.</summary>
    public static int Lines(string path)
    {
        if (!System.IO.File.Exists(path))
        {
            return 0;
        }

        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        byte[] buffer = new byte[64 << 10]; // some files are larger than the heap may be
        int lines = 0;
        for (int read = file.Read(buffer); read > 0; read = file.Read(buffer))
        {
            lines += buffer.AsSpan(0, read).Count((byte)'\n');
        }

        return lines;
    }

    /// <summary>Makes so many log calls. Whatever comes out of one is a fault.</summary>
    public void Write(int count, string text = "event")
    {
        for (int i = 0; i < count; i++)
        {
            Write((object)$"{Interlocked.Read(ref _calls) + 1} {text}");
        }
    }

    /// <summary>Makes one log call straight to the appender, unless the application itself has no memory for the event.</summary>
    public void TryWrite(string message)
    {
        LoggingEvent loggingEvent;
        try
        {
            loggingEvent = new LoggingEvent(typeof(ScenarioLog), _repository, _logger.Name, Level.Info, message, exception: null);
        }
        catch (OutOfMemoryException)
        {
            return;
        }

        Call(loggingEvent, _append);
    }

    /// <summary>Makes one log call.</summary>
    public void Write(object message)
    {
        if (IsDirect)
        {
            LoggingEvent loggingEvent = new(typeof(ScenarioLog), _repository, _logger.Name, Level.Info, message, exception: null);
            Call(loggingEvent, _append);
        }
        else
        {
            Call(message, LogMessage);
        }
    }

    /// <summary>Lets threads log until the token is cancelled.</summary>
    public IReadOnlyList<Thread> Produce(int threads, CancellationToken stop)
    {
        return Threads.Start(threads, _ =>
        {
            while (!stop.IsCancellationRequested)
            {
                Write(1);
            }
        });
    }

    /// <summary>As log4net closes it.</summary>
    public void Close() => _repository.Shutdown();

    /// <summary>Compares the calls with the counters: none has thrown, each is accepted, or rejected after Close.</summary>
    public BufferStatistics CheckCalls()
    {
        BufferStatistics counters = Counters;
        CheckThrown();
        _context.Seen($"{Calls:N0} calls, {CounterText.From(counters)}");
        _context.Check(
            Calls == counters.Accepted + counters.Rejected,
            $"{Calls - counters.Accepted - counters.Rejected:N0} of {Calls:N0} calls are in no counter");
        return counters;
    }

    /// <summary>Nothing has come out of a log call.</summary>
    public void CheckThrown() => _context.Check(_thrown is null, $"a log call threw {_thrown?.GetType().Name}: {_thrown?.Message}");

    /// <summary>As <see cref="CheckCalls" />; and everything was forwarded, and is a line in the file.</summary>
    public void CheckAllWritten(string path)
    {
        BufferStatistics counters = CheckCalls();
        int lines = Lines(path);
        _context.Check(counters.Dropped == 0, $"{counters.Dropped:N0} events were dropped");
        _context.Check(counters.Failed == 0, $"{counters.Failed:N0} events failed ({counters.LastError})");
        _context.Check(lines == Calls, $"{lines:N0} lines for {Calls:N0} calls");
    }

    private void LogMessage(object message) => _logger.Log(typeof(ScenarioLog), Level.Info, message, exception: null);

    private void Call<T>(T argument, Action<T> call)
    {
        try
        {
            call(argument);
        }
        catch (Exception e)
        {
            _thrown ??= e; // reported when there is memory for it
        }

        Interlocked.Increment(ref _calls);
    }
}

/// <summary>Counters as a person reads them.</summary>
internal static class CounterText
{
    public static string From(BufferStatistics counters)
    {
        string drops = string.Join(
            ", ",
            counters.DropCounts.GroupBy(drop => drop.Reason).Select(group => $"{group.Key} {group.Sum(drop => drop.Count):N0}"));
        return $"accepted {counters.Accepted:N0}, forwarded {counters.Forwarded:N0}, failed {counters.Failed:N0}, "
            + $"dropped {counters.Dropped:N0}{(drops.Length > 0 ? $" ({drops})" : string.Empty)}, pending {counters.Pending:N0}";
    }
}

/// <summary>A healthy file appender that takes its time: a thousand events a second.</summary>
internal sealed class PacedFileAppender : FileAppender
{
    private const int EventsPerRest = 10;
    private const int RestMilliseconds = 10;

    private int _count;

    protected override void Append(LoggingEvent loggingEvent)
    {
        base.Append(loggingEvent);
        if (++_count % EventsPerRest == 0)
        {
            Thread.Sleep(RestMilliseconds);
        }
    }
}
