namespace Easy.Logger.Tests.Destinations;

/// <summary>Threads that log numbered lines, <c>producer number</c>, until they are stopped.</summary>
internal sealed class Producers : IDisposable
{
    private readonly ILog _log;
    private readonly Task<int>[] _producers;
    private volatile bool _stopped;

    public Producers(ILog log, int threads)
    {
        _log = log;
        _producers =
            [.. Enumerable.Range(0, threads).Select(id => Task.Factory.StartNew(() => Produce(id), TaskCreationOptions.LongRunning))];
    }

    public void Stop()
    {
        _stopped = true;
        Eventually.Returns(() => Task.WaitAll(_producers), "the producers");
    }

    /// <summary>Every line that was logged is there once, and those of each producer are in their order.</summary>
    public void AssertAllOf(IEnumerable<string> lines)
    {
        ILookup<int, int> numbers =
            lines.Select(line => line.Split(' ')).ToLookup(parts => int.Parse(parts[0]), parts => int.Parse(parts[1]));
        Assert.That(numbers, Has.Count.EqualTo(_producers.Length));
        foreach (IGrouping<int, int> producer in numbers)
        {
            Assert.That(producer, Is.EqualTo(Enumerable.Range(0, _producers[producer.Key].Result)), $"producer {producer.Key}");
        }
    }

    public void Dispose() => _stopped = true;

    private int Produce(int id)
    {
        int number = 0;
        while (!_stopped)
        {
            _log.Info($"{id} {number++}");
        }

        return number;
    }
}
