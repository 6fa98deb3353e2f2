using Easy.Logger.Buffering;
using Easy.Logger.Capture;

namespace Easy.Logger.Tests.Buffering;

internal sealed partial class LossyHistoryTests
{
    private readonly string _name = Some.Name();
    private readonly BatchResult _result = new();
    private readonly List<string> _forwarded = [];
    private readonly LossyHistory _history;

    public LossyHistoryTests() => _history = new LossyHistory(new FailureReporter(() => _name, TimeProvider.System), Forward);

    [Test]
    public void Remember_EvaluatorThrows_HoldsTheEventAndReports()
    {
        using InternalMessages messages = new();
        BufferingOptions options = new() { BufferSize = 2, Lossy = true, Evaluator = new Throwing() };

        Remember(options, "a", "b");

        Assert.That(_result.Completed, Is.Zero);
        Assert.That(messages.Naming(_name), Has.Count.EqualTo(1));
        Assert.That(messages.Naming(_name)[0], Does.Contain("the evaluator failed").And.Contain("evaluator broke"));
    }

    [Test]
    public void Discard_LossyEvaluatorThrows_DropsTheEvent()
    {
        BufferingOptions options = new() { BufferSize = 2, Lossy = true, LossyEvaluator = new Throwing() };
        Remember(options, "a");

        _history.Discard(options, _result);

        Assert.That(Dropped, Is.EqualTo(new[] { "a" }));
    }

    [Test]
    public void Remember_SmallerBufferSizeThanBefore_ShrinksAtTheNextEvent()
    {
        Remember(Options(3, trigger: null), "a", "b", "c");

        Remember(Options(2, trigger: null), "d");

        Assert.That(Dropped, Is.EqualTo(new[] { "a", "b" }));
    }

    private IEnumerable<string> Dropped
    {
        get
        {
            Assert.That(_result.Dropped.Select(drop => drop.Key), Has.All.EqualTo(DropReason.Lossy));
            return _result.Dropped.Select(drop => drop.Value!.DisplayName);
        }
    }

    private static BufferingOptions Options(int bufferSize, Level? trigger, Level? lossy = null) => new()
    {
        BufferSize = bufferSize,
        Lossy = true,
        Evaluator = trigger is null ? null : new LevelEvaluator(trigger),
        LossyEvaluator = lossy is null ? null : new LevelEvaluator(lossy),
    };

    /// <summary>Of what is dropped the level is left: it has the name of the event.</summary>
    private static LoggingEvent Event(string message, Level? level = null) =>
        Some.Event(message, new Level((level ?? Level.Info).Value, message));

    private void Remember(BufferingOptions options, params string[] messages) =>
        Remember(options, [.. messages.Select(message => Event(message))]);

    private void Remember(BufferingOptions options, params LoggingEvent[] events) =>
        _history.Remember(Captured.Batch(CapturePlan.Everything, events), options, _result);

    private void Forward(Batch batch, BatchResult result)
    {
        _forwarded.Add(string.Join(",", batch.ToArray().Select(loggingEvent => loggingEvent.RenderedMessage)));
        result.Count(batch.Count, failed: 0);
    }

    private sealed class Throwing : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent) => throw new InvalidOperationException("evaluator broke");
    }
}
