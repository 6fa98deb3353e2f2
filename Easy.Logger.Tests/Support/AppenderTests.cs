namespace Easy.Logger.Tests.Support;

/// <summary>
/// Tests with one appender and one child that can be held, without a log4net repository. When a test ends, no worker may be left.
/// </summary>
internal abstract class AppenderTests
{
    protected AppenderTests(bool isClockByHand = false) =>
        Appender = new AsyncBufferingForwardingAppender(isClockByHand ? Clock : TimeProvider.System) { Name = Some.Name() };

    protected ManualTimeProvider Clock { get; } = new();

    protected GatedAppender Child { get; } = new();

    protected AsyncBufferingForwardingAppender Appender { get; }

    [TearDown]
    public void EndAppender()
    {
        Child.OpenGate();
        Eventually.Returns(Appender.Close, "Close");
        Workers.AssertNoneLeft([Appender]);
    }

    /// <summary>Attaches the child and puts the options into force.</summary>
    protected void Activate()
    {
        Appender.AddAppender(Child);
        Appender.ActivateOptions();
    }

    /// <summary>Puts the worker into the child, with one event.</summary>
    protected void HoldWorker() => Child.Hold(Appender);

    protected void Log(params IEnumerable<string> messages)
    {
        foreach (string message in messages)
        {
            Appender.DoAppend(Some.Event(message));
        }
    }

    /// <summary>Logs numbered events.</summary>
    protected void Log(int count) => Log(Enumerable.Range(0, count).Select(i => $"{i}"));
}
