using Easy.Logger.Diagnostics;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;
using log4net.ObjectRenderer;

namespace Benchmarker.Soak.Hostile;

/// <summary>A filter, layout, evaluator, renderer or error handler of the application throws.</summary>
internal static class ThrowingParts
{
    private const int Calls = 1_000;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        new("throw-filter", "a filter of the async appender that throws makes each event fail, counted and reported", Filter),
        new("throw-layout", "a layout that throws makes events fail, counted and reported; what is forwarded is written", Layout),
        new("throw-evaluator", "an evaluator that throws is reported, and every event is written", Evaluator),
        new("throw-renderer", "an object renderer that throws throws nothing into the application, and every call is counted", Renderer),
        new("throw-error-handler", "error handlers that throw reach no log call, and every call is counted", ErrorHandler),
    ];

    private static void Filter(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(context, appender => appender.AddFilter(new ThrowingFilter()), ScenarioLog.File(path)) { IsDirect = true };
        BufferStatistics counters = Play(context, log, Calls);
        context.Check(counters.Failed == Calls, $"{counters.Failed:N0} of {Calls:N0} events are counted as failed");
        context.Check(counters.LastError is not null, "no error was reported");
        context.Check(ScenarioLog.Lines(path) == 0, "events were written that the filter never passed");
    }

    private static void Layout(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(context, _ => { }, ScenarioLog.File(path, new ThrowingLayout())) { IsDirect = true };
        BufferStatistics counters = Play(context, log, Calls);
        int lines = ScenarioLog.Lines(path);
        context.Check(counters.Failed >= Calls / ThrowingLayout.Period, $"only {counters.Failed:N0} events are counted as failed");
        context.Check(counters.LastError is not null, "no error was reported");
        context.Check(lines >= counters.Forwarded, $"{counters.Forwarded:N0} forwarded, but {lines:N0} lines");
    }

    private static void Evaluator(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(context, appender => appender.Evaluator = new ThrowingEvaluator(), ScenarioLog.File(path))
        {
            IsDirect = true,
        };
        BufferStatistics counters = Play(context, log, Calls);
        context.Check(counters.Forwarded == Calls, $"{counters.Forwarded:N0} of {Calls:N0} events were forwarded");
        context.Check(counters.LastError is not null, "no error was reported");
        context.Check(ScenarioLog.Lines(path) == Calls, $"{ScenarioLog.Lines(path):N0} lines for {Calls:N0} calls");
    }

    private static void Renderer(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(context, _ => { }, ScenarioLog.File(path)) { IsDirect = true };
        log.Repository.RendererMap.Put(typeof(Unprintable), new ThrowingRenderer());
        context.Ready();
        for (int i = 0; i < Calls; i++)
        {
            log.Write((object)new Unprintable());
        }

        log.Write(Calls);
        log.Close();
        BufferStatistics counters = log.CheckCalls();
        int lines = ScenarioLog.Lines(path);
        context.Check(counters.Forwarded + counters.Failed == 2 * Calls, "events were neither forwarded nor failed");
        context.Check(lines >= Math.Max(counters.Forwarded, Calls), $"{counters.Forwarded:N0} forwarded, but {lines:N0} lines");
    }

    private static void ErrorHandler(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        FileAppender full = ScenarioLog.File("/dev/full");
        full.ErrorHandler = new ThrowingErrorHandler();
        ScenarioLog log = new(context, appender => appender.ErrorHandler = new ThrowingErrorHandler(), full, ScenarioLog.File(path))
        {
            IsDirect = true,
        };
        BufferStatistics counters = Play(context, log, Calls);
        context.Check(counters.Failed == Calls, $"{counters.Failed:N0} of {Calls:N0} events are counted as failed");
        context.Check(ScenarioLog.Lines(path) == Calls, $"{ScenarioLog.Lines(path):N0} of {Calls:N0} lines in the file beside");
        log.Write(1); // after Close: reported to the error handler
        context.Check(log.Counters.Rejected == 1, "an event after Close is not counted as rejected");
    }

    private static BufferStatistics Play(ScenarioContext context, ScenarioLog log, int calls)
    {
        context.Ready();
        log.Write(calls);
        log.Close();
        return log.CheckCalls();
    }

    private static InvalidOperationException Thrown() => new("This is what the application throws.");

    private sealed class Unprintable;

    private sealed class ThrowingFilter : FilterSkeleton
    {
        public override FilterDecision Decide(LoggingEvent loggingEvent) => throw Thrown();
    }

    private sealed class ThrowingLayout : LayoutSkeleton
    {
        public const int Period = 50;

        private int _count;

        public override void ActivateOptions()
        {
            // There are none.
        }

        public override void Format(TextWriter writer, LoggingEvent loggingEvent)
        {
            if (++_count % Period == 0)
            {
                throw Thrown();
            }

            writer.WriteLine(loggingEvent.RenderedMessage);
        }
    }

    private sealed class ThrowingEvaluator : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent) => throw Thrown();
    }

    private sealed class ThrowingRenderer : IObjectRenderer
    {
        public void RenderObject(RendererMap rendererMap, object? obj, TextWriter writer) => throw Thrown();
    }

    private sealed class ThrowingErrorHandler : IErrorHandler
    {
        public void Error(string message, Exception? e, ErrorCode errorCode) => throw Thrown();

        public void Error(string message, Exception e) => throw Thrown();

        public void Error(string message) => throw Thrown();
    }
}
