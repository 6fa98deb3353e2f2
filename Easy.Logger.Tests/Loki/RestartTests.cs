using Easy.Logger.Loki;

namespace Easy.Logger.Tests.Loki;

/// <summary>A server that is killed under load has every line once when it is back: the contract server, or a real Loki.</summary>
[Category("Loki")]
[Parallelizable(ParallelScope.Self)] // the server that the environment names has one address
internal sealed class RestartTests : FolderTests
{
    private const int Phase = 1_000;

    private readonly LokiTarget _target = new(isKilled: true);

    [TearDown]
    public void End() => _target.Dispose();

    [Test]
    public void Kill_UnderLoad_EveryLineIsThereOnceAndInOrder([Values] LokiEncoding encoding)
    {
        LokiAppender appender = Appender(encoding);
        AsyncBufferingForwardingAppender forwarder = new() { Name = Some.Name("async"), QueueLimit = 10 * Phase, CloseTimeout = 60_000 };
        forwarder.AddAppender(appender);
        forwarder.ActivateOptions();
        int logged = 0;
        using BackgroundCall<bool> producer = BackgroundCall.Of(() =>
        {
            for (; logged < 3 * Phase; logged++)
            {
                forwarder.DoAppend(Event(logged));
            }
        });
        Eventually.Holds(() => Volatile.Read(ref logged) > Phase, "lines are logged");

        _target.Kill();
        Assert.That(producer.Result, Is.True);
        _target.Start();

        Assert.That(forwarder.Flush(120_000), Is.True);
        forwarder.Close();
        AssertAllOnce(3 * Phase);
        Assert.That(appender.Statistics, Is.EqualTo(new LokiStatistics(3 * Phase, 3 * Phase, 0, 0, 0, 0)));
        Assert.That(_target.Errors.Errors, Is.Empty);
    }

    [Test]
    [Demand("L17")]
    public void Kill_WithSpill_WhatWasSpilledIsThereOnce([Values] LokiEncoding encoding)
    {
        LokiAppender first = Appender(encoding, Folder.Path);
        first.DoAppend([.. Enumerable.Range(0, Phase).Select(Event)]);
        _target.Kill();
        first.DoAppend([.. Enumerable.Range(Phase, Phase).Select(Event)]);
        first.Close();
        Assert.That((first.Statistics.Delivered, first.Statistics.Spilled), Is.EqualTo((Phase, Phase)), $"{first.Statistics}");

        _target.Start();
        LokiAppender next = Appender(encoding, Folder.Path);
        next.DoAppend([Event(2 * Phase)]);
        Assert.That(next.Flush(120_000), Is.True);
        next.Close();

        AssertAllOnce((2 * Phase) + 1);
        Assert.That(next.Statistics, Is.EqualTo(new LokiStatistics(Phase + 1, Phase + 1, 0, 0, 0, 0)));
    }

    private static LoggingEvent Event(int number) => Some.Event(number.ToString(CultureInfo.InvariantCulture));

    private LokiAppender Appender(LokiEncoding encoding, string? spill = null)
    {
        LokiAppender appender = _target.Appender(encoding);
        appender.SpillPath = spill;
        appender.ActivateOptions();
        return appender;
    }

    private void AssertAllOnce(int count) => Assert.That(
        _target.Await(count).Select(line => line.Line),
        Is.EqualTo(Enumerable.Range(0, count).Select(number => number.ToString(CultureInfo.InvariantCulture))));
}
