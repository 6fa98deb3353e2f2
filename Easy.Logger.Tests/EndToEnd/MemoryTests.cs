using Easy.Logger.Buffering;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.EndToEnd;

/// <summary>What is kept while nobody takes it.</summary>
[NonParallelizable] // the heap is one for all tests
internal sealed class MemoryTests
{
    private const int Limit = 4096;

    private readonly GatedAppender _child = new();
    private readonly AsyncBufferingForwardingAppender _appender = new() { Name = Some.Name(), QueueLimit = Limit, BlockTimeout = 0 };

    [TearDown]
    public void CloseAppender()
    {
        _child.OpenGate();
        _appender.Close();
        Workers.AssertNoneLeft([_appender]);
    }

    /// <summary>
    /// C1: a dead child, and as many events as 10,000 a second make in half a minute: the queue keeps its limit, the heap stays as it was when it was full.
    /// </summary>
    [Test]
    public void DoAppend_ChildIsDead_QueueKeepsItsLimitAndTheHeapIsFlat([Values] OverflowPolicy overflow)
    {
        const int events = 300_000;
        const long noise = 8 << 20; // a list of what was dropped would be ten times that
        _appender.Overflow = overflow;
        _appender.AddAppender(_child);
        _appender.ActivateOptions();
        _child.CloseGate();
        Log(2 * Limit);
        _child.AwaitEntry();
        long full = GC.GetTotalMemory(forceFullCollection: true);

        Log(events);

        long after = GC.GetTotalMemory(forceFullCollection: true);
        Assert.Multiple(() =>
        {
            Assert.That(_appender.Statistics.Pending, Is.EqualTo(Limit));
            Assert.That(after - full, Is.LessThan(noise));
        });
    }

    private void Log(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _appender.DoAppend(Some.Event($"event {i}"));
            if (i % 1000 == 0)
            {
                Assert.That(_appender.Statistics.Pending, Is.LessThanOrEqualTo(Limit));
            }
        }
    }
}
