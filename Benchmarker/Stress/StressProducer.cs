using log4net;
using log4net.Core;

namespace Benchmarker.Stress;

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
