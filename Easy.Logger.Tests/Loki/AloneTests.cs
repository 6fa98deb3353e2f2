using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>The queue of an appender without a forwarder, what a forwarder counts, and handlers of the application that throw.</summary>
[Category("Loki")]
internal sealed class AloneTests
{
    [Test]
    public void Forwarder_SomeLinesOfAPushAreRefused_CountsOnlyThose([Values(1, 2)] int refused)
    {
        using LokiScene scene = new();
        AsyncBufferingForwardingAppender forwarder = new() { FlushLevel = Level.Off };
        scene.Log(forwarder);
        LoggingEvent[] old = [.. Enumerable.Range(0, refused).Select(i => scene.Event($"old {i}", time: DateTime.UtcNow.AddDays(-8)))];

        forwarder.DoAppend([scene.Event("1"), .. old, scene.Event("2"), scene.Event("3")]);

        Assert.That(forwarder.Flush(30_000), Is.False, "some were lost");
        Assert.That((forwarder.Statistics.Forwarded, forwarder.Statistics.Failed), Is.EqualTo((3L, (long)refused)));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3 + refused, 3, refused, 0, 0, 0)));
        Assert.That(scene.Lines, Is.EquivalentTo(["1", "2", "3"]));
    }

    [TestCase("entry for stream '{a=\"b\"}' has timestamp too old: 1, oldest acceptable timestamp is: 2", 1)]
    [TestCase("3 errors like: max entry size '262144' bytes exceeded for stream; entry for stream '{}' has timestamp too new: 1", 4)]
    [TestCase("entry with timestamp 1 ignored, reason: 'entry too far behind', total ignored: 2 out of 5 for stream: {}", 2)]
    [TestCase("couldn't parse labels: {a}", 10)]
    [TestCase("this is why", 10)]
    [TestCase("", 10)]
    [TestCase("99 errors like: max entry size exceeded", 10)]
    public void RefusedLines_Text_SaysHowMany(string text, int refused) => Assert.That(RefusedLines.In(text, 10), Is.EqualTo(refused));

    [Test]
    public void HandlerOfTheInternalLogThrows_EverythingGoesOn()
    {
        using TempFolder folder = new();
        string file = folder.File("file");
        File.WriteAllText(file, "not a folder");
        string name = Some.Name("throwing");
        using ThrowingInternalLog log = new(name);
        using LokiScene scene = new(appender =>
        {
            appender.Name = name;
            appender.SpillPath = file;
            appender.MaxBatchEvents = 0;
        });

        scene.Send("text");

        Eventually.Holds(() => log.Calls == 2, "both problems were reported");
        Assert.That(scene.Lines, Is.EqualTo(["text"]));
    }

    [Test]
    public void Filter_ThrowsOnOneEvent_AllArrive()
    {
        using LokiScene scene = new(appender => appender.AddFilter(
            new DelegatingFilter(one => one.RenderedMessage == "bad" ? throw new Silent() : log4net.Filter.FilterDecision.Neutral)));

        Assert.That(() => scene.Send("1", "bad", "2"), Throws.Nothing);

        Assert.That(scene.Lines, Is.EqualTo(["1", "bad", "2"]));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(3, 3, 0, 0, 0, 0)));
    }

    [Test]
    public void Client_ThrowsWhatHasNoMessage_TheLineIsCountedAndNothingIsThrown()
    {
        using ClientAnswers handler = new(_ => throw new Silent());
        using LokiScene scene = new(appender => appender.RetryLimit = 0, handler: handler);

        Assert.That(() => scene.Send("text"), Throws.Nothing);

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 1, 0, 0)));
        Assert.That(scene.Errors.Errors, Has.Some.Contains("transport").And.Some.Contains(nameof(Silent)));
    }

    [SuppressMessage("Design", "CA1032", Justification = "Made by this test alone.")]
    private sealed class Silent : Exception
    {
        public override string Message => throw new InvalidOperationException("no message");
    }
}
