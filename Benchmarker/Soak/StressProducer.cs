using System.Text;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Repository;

namespace Benchmarker.Soak;

/// <summary>A thread that logs numbered events of all levels and shapes until it is stopped.</summary>
internal sealed class StressProducer(string name, int seed, ILog log)
{
    private static readonly Level[] _levels = [Level.Debug, Level.Debug, Level.Info, Level.Info, Level.Info, Level.Warn, Level.Error];

    private readonly Chance _chance = new(seed);
    private long _number;
    private long _innerNumber;

    /// <summary>Log calls it made, those of its messages included.</summary>
    public long Calls => _number + Volatile.Read(ref _innerNumber);

    /// <summary>What came out of a log call.</summary>
    public Exception? Thrown { get; private set; }

    public void Run(CancellationToken stop)
    {
        try
        {
            while (!stop.IsCancellationRequested)
            {
                LogNext();
                if (_chance.OneIn(200))
                {
                    Thread.Sleep(_chance.Below(2)); // a queue that is always full would only show what a full queue does
                }
            }
        }
        catch (Exception e)
        {
            Thrown = e;
        }
    }

    private void LogNext()
    {
        long number = ++_number;
        switch (_chance.Below(10))
        {
            case 0:
                log.InfoFormat("{0} {1}", name, number);
                break;

            case 1:
                log.Debug(new TalkativeMessage(log, $"{name} {number}", () => $"{name}-inner {Interlocked.Increment(ref _innerNumber)}"));
                break;

            default:
                log.Logger.Log(typeof(StressProducer), _chance.Of(_levels), $"{name} {number}", exception: null);
                break;
        }
    }
}

/// <summary>
/// A message that logs while it is rendered, which is on the thread of its own log call. Rendered once, whatever is asked of it.
/// </summary>
internal sealed class TalkativeMessage(ILog log, string text, Func<string> inner)
{
    public override string ToString()
    {
        log.Debug(inner());
        return text;
    }
}

/// <summary>A child that never fails and takes arrays: what it got is the truth about what was forwarded.</summary>
internal sealed class RecordingAppender : IBulkAppender
{
    public string Name { get; set; } = string.Empty;

    public Arrivals Arrivals { get; } = new();

    public void DoAppend(LoggingEvent loggingEvent) => Arrivals.Add(loggingEvent.RenderedMessage);

    public void DoAppend(LoggingEvent[] loggingEvents) => Array.ForEach(loggingEvents, DoAppend);

    public void Close()
    {
        // What came is read afterwards.
    }
}

/// <summary>A text appender of log4net's own, which gets whole batches as one text, over a writer that reads the lines.</summary>
internal sealed class RecordingTextAppender : TextWriterAppender
{
    public RecordingTextAppender() => QuietWriter = new log4net.Util.QuietTextWriter(new LineReader(Arrivals), ErrorHandler);

    public Arrivals Arrivals { get; } = new();

    private sealed class LineReader(Arrivals arrivals) : TextWriter
    {
        private readonly StringBuilder _line = new();

        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value)
        {
            if (value != '\n')
            {
                _line.Append(value);
                return;
            }

            // Where batch rendering was switched off under way, the child's own layout ends the line that the batch has ended already.
            if (_line.Length > 0)
            {
                arrivals.Add(_line.ToString());
                _line.Clear();
            }
        }
    }
}

/// <summary>A child that is slow, fails, logs or flushes, by chance. Configured by log4net like any other.</summary>
internal sealed class MisbehavingAppender : AppenderSkeleton
{
    /// <summary>What a child can do wrong.</summary>
    public enum Habit
    {
        Slow = 0,
        Failing,
        Logging,
        Flushing,
    }

    private static readonly Func<Exception>[] _failures =
    [
        () => new IOException("No space left on device"),
        () => new OperationCanceledException(),
        () => new InvalidOperationException(),
    ];

    private Chance? _chance;
    private long _calls;

    public Habit Does { get; set; }

    public int Seed { get; set; }

    /// <summary>Where it logs, and whose appenders it flushes.</summary>
    public string RepositoryName { get; set; } = string.Empty;

    /// <summary>Log calls it made.</summary>
    public long Calls => Volatile.Read(ref _calls);

    protected override void Append(LoggingEvent loggingEvent)
    {
        _chance ??= new Chance(Seed);
        switch (Does)
        {
            case Habit.Slow when _chance.OneIn(500):
                Thread.Sleep(_chance.Below(20));
                break;

            case Habit.Failing when _chance.OneIn(100):
                throw _chance.Of(_failures)();

            case Habit.Logging when _chance.OneIn(20):
                long number = Interlocked.Increment(ref _calls);
                LogManager.GetLogger(RepositoryName, "echo").Info($"{Name} {number}");
                break;

            case Habit.Flushing when _chance.OneIn(200):
                ILoggerRepository repository = LogManager.GetRepository(RepositoryName);
                Array.ForEach(repository.GetAppenders(), appender => (appender as IFlushable)?.Flush(1));
                break;
        }
    }
}
