using System.Diagnostics;
using log4net.Appender;
using log4net.Core;

namespace Benchmarker.Watch;

/// <summary>
/// A child that works for a while, then stands still again and again, works, and then fails now and then: the same every ten seconds.
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
