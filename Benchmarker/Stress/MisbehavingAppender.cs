using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Repository;

namespace Benchmarker.Stress;

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
