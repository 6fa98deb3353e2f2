using System.Diagnostics;
using Easy.Logger.Capture;
using log4net.Filter;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>What an application changes at run time is in force after the next flush, with all that it needs to know of an event.</summary>
internal sealed class ChangeTests
{
    [TestCase(true, true, "a b urgent c urgent ")]
    [TestCase(true, false, "a b urgent c urgent d ", Description = "the last one is forwarded by the flush alone")]
    [TestCase(false, true, "urgent ", "a", "b", "urgent", "c")]
    public void EvaluatorThatReadsAContextProperty_LossyOrNot_SeesThatOfTheCall(
        bool isOfEach, bool lossy, string expected, params string[] lost)
    {
        string[] messages = ["a", "b", "urgent", "c", "urgent", "d"];
        Output output = Output.Text("%m ");
        UrgencyEvaluator evaluator = new();
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(output.Appender, appender =>
        {
            (appender.Lossy, appender.BufferSize) = (lossy, isOfEach ? 8 : 2);
            (appender.Evaluator, appender.LossyEvaluator) = (isOfEach ? evaluator : null, isOfEach ? null : evaluator);
        });
        using TestRepository repository = new TestRepository().Attach(appender);

        foreach (string message in messages)
        {
            ThreadContext.Properties["urgency"] = message;
            repository.Log().Info(message);
        }

        ThreadContext.Properties.Remove("urgency");
        appender.Flush(-1);

        Assert.That(output.Read(), Is.EqualTo(expected));
        Assert.That(evaluator.Seen, Is.EqualTo(isOfEach ? messages : lost));
    }

    /// <summary>Between two readings of the value it is another one, as in an application that changes it again and again.</summary>
    [Test]
    public void Threshold_ChangesAndChangesBackWhileThePlanIsDerived_IsInForceAfterFlush()
    {
        Output output = Output.Text("%m%n");
        AppenderSkeleton changing = (AppenderSkeleton)output.Appender;
        WatchedFilter filter = new(FilterDecision.Neutral)
        {
            IsSeen = () => changing.Threshold = IsCollected() ? Level.All : Level.Off,
        };
        AppenderSkeleton before = (AppenderSkeleton)Output.Text("%m%n").Appender;
        before.AddFilter(filter);
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(before);
        appender.AddAppender(changing);
        appender.DoAppend(Some.Event("while it changes"));
        appender.Flush(-1);

        filter.IsSeen = null;
        changing.Threshold = Level.All;
        appender.Flush(-1);
        appender.DoAppend(Some.Event("afterwards"));
        appender.Flush(-1);

        Assert.That(output.Read(), Does.EndWith("afterwards\n"));
        appender.Close();

        static bool IsCollected() =>
            new StackTrace().GetFrames().Any(frame => frame.GetMethod()?.DeclaringType?.Name == nameof(CaptureSource));
    }

    private sealed class UrgencyEvaluator : ITriggeringEventEvaluator
    {
        public List<object?> Seen { get; } = [];

        public bool IsTriggeringEvent(LoggingEvent loggingEvent)
        {
            Seen.Add(loggingEvent.LookupProperty("urgency"));
            return Seen[^1] is "urgent";
        }
    }
}
