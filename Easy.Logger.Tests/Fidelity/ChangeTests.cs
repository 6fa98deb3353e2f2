using System.Diagnostics;
using Easy.Logger.Capture;
using log4net.Filter;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>What an application changes at run time is in force after the next flush, with all that it needs to know of an event.</summary>
internal sealed class ChangeTests
{
    private const string Plain = "%m%n";

    [Test]
    public void PropertyFilter_AddedLater_SeesThePropertiesOfEveryLaterEvent([Values] bool batchRendering)
    {
        using Comparison comparison = new(() => Output.Text(Plain), appender => appender.BatchRendering = batchRendering);
        comparison.Log(LogTwice);

        comparison.Change(child => child.AddFilter(new PropertyFilter { Key = "tenant", StringToMatch = "blue" }));
        comparison.Change(child => child.AddFilter(new DenyAllFilter()));
        comparison.Flush();

        comparison.AssertEqualFor(LogTwice);
    }

    [Test]
    public void NewPattern_BehindAnything_GetsWhatItPrints([Values] bool batchRendering, [Values] bool forwarder, [Values] bool sameLayout)
    {
        using Comparison comparison = new(
            () => Output.Text(Plain),
            appender => appender.BatchRendering = batchRendering,
            forwarder ? () => new ForwardingAppender() : null);
        comparison.Log(LogTwice);

        comparison.Change(child => SetPattern(child, Output.EveryPattern, sameLayout));
        comparison.Flush();

        comparison.AssertEqualFor(LogTwice);
    }

    [TestCase("evaluator", true, "")]
    [TestCase("evaluator", false, "d\n", Description = "the last one is forwarded by the flush of the async appender alone")]
    [TestCase("lossyEvaluator", true, "")]
    public void EvaluatorThatReadsAContextProperty_LossyOrNot_SeesItAndForwardsWhatAStockBufferForwards(
        string option, bool lossy, string more)
    {
        Output stock = Output.Text(Plain);
        Output output = Output.Text(Plain);
        UrgencyEvaluator[] evaluators = [new(), new()];
        string expected = option == "evaluator" ? "a\nb\nurgent\nc\nurgent\n" : "urgent\n";

        LogUrgently(stock, With(new BufferingForwardingAppender(), evaluators[0]));
        LogUrgently(output, Comparison.NewAsync(output.Appender, appender => With(appender, evaluators[1])));

        Assert.That(stock.Read(), Is.EqualTo(expected), "otherwise nothing triggers");
        Assert.That(output.Read(), Is.EqualTo(expected + more));
        Assert.That(evaluators[1].Seen, Is.EqualTo(evaluators[0].Seen));

        BufferingForwardingAppender With(BufferingForwardingAppender appender, UrgencyEvaluator evaluator)
        {
            appender.Lossy = lossy;
            appender.BufferSize = option == "evaluator" ? 8 : 2;
            appender.Evaluator = option == "evaluator" ? evaluator : null;
            appender.LossyEvaluator = option == "evaluator" ? null : evaluator;
            return appender;
        }
    }

    private static void LogTwice(ILog log)
    {
        Located.Info(log, "first");
        Located.Info(log, "second");
    }

    private static void SetPattern(AppenderSkeleton child, string pattern, bool sameLayout)
    {
        PatternLayout layout = new(pattern);
        if (sameLayout)
        {
            layout = (PatternLayout)child.Layout!;
            layout.ConversionPattern = pattern;
            layout.ActivateOptions();
        }

        child.Layout = layout;
    }

    private static void LogUrgently(Output output, BufferingForwardingAppender appender)
    {
        using TestRepository repository = new();
        if (appender.Appenders.Count == 0)
        {
            Comparison.Attached(appender, output.Appender);
        }

        repository.Attach(appender);
        Comparison.OnCaller(() =>
        {
            foreach (string message in new[] { "a", "b", "urgent", "c", "urgent", "d" })
            {
                ThreadContext.Properties["urgency"] = message;
                repository.Log().Info(message);
            }
        });
        if (appender is AsyncBufferingForwardingAppender async)
        {
            async.Flush((int)Eventually.Patience.TotalMilliseconds);
        }

        appender.RemoveAllAppenders(); // the rest of a stock buffer must not come now
    }

    /// <summary>Between two readings of the value it is another one, as in an application that changes it again and again.</summary>
    [Test]
    public void Threshold_ChangesAndChangesBackWhileThePlanIsDerived_IsInForceAfterFlush()
    {
        Output output = Output.Text(Plain);
        AppenderSkeleton changing = (AppenderSkeleton)output.Appender;
        WatchedFilter filter = new(FilterDecision.Neutral)
        {
            IsSeen = () => changing.Threshold = IsCollected() ? Level.All : Level.Off,
        };
        AppenderSkeleton before = (AppenderSkeleton)Output.Text(Plain).Appender;
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
