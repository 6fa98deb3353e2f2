using Benchmarker.Throughput;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>Latency at a fixed rate, on a clock that only the loop and its calls move.</summary>
internal sealed class OpenLoopTests
{
    private const long Service = 10;

    private readonly List<long> _latencies = [];
    private long _now;

    [Test]
    public void Run_OneCallStalls_ThoseThatWereDueMeanwhileAreLateByTheRestOfTheStall()
    {
        Run(call => call == 2 ? 450 : Service);

        Assert.That(_latencies, Is.EqualTo(new long[] { 10, 450, 360, 270, 180, 90, 10, 10, 10, 10 }));
    }

    [Test]
    public void Run_CallsCannotKeepUp_EndsWithTheSchedule()
    {
        Run(_ => 250);

        Assert.That(_latencies, Is.EqualTo(new long[] { 250, 400, 550, 700 }));
    }

    [Test]
    public void Due_SeveralThreads_TakeTurnsAtTheRateOfAll()
    {
        LoadSchedule[] threads =
            [.. Enumerable.Range(0, 3).Select(thread => new LoadSchedule(Start: 5, End: 1_000, Interval: 2.5, Threads: 3, thread))];

        Assert.That(
            Enumerable.Range(0, 2).SelectMany(call => threads.Select(thread => thread.Due(call))),
            Is.EqualTo(new long[] { 5, 7, 10, 12, 15, 17 }));
    }

    /// <param name="duration">How long each call takes, by its number.</param>
    private void Run(Func<long, long> duration) =>
        new OpenLoop(() => _now, due => _now = Math.Max(_now, due), call => _now += duration(call), _latencies.Add)
            .Run(new LoadSchedule(Start: 0, End: 1_000, Interval: 100, Threads: 1, Thread: 0));
}
