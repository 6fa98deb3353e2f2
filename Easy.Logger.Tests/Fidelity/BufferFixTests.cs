namespace Easy.Logger.Tests.Fidelity;

/// <summary>Buffers of log4net, of which some fix less than all of an event: the rest is not found in it from then on.</summary>
internal sealed class BufferFixTests
{
    private static readonly FixFlags[] _flags =
    [
        FixFlags.None, FixFlags.Message, FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception, FixFlags.Properties,
        FixFlags.Partial, FixFlags.Partial | FixFlags.LocationInfo, FixFlags.All,
    ];

    private static readonly Func<ITriggeringEventEvaluator?>[] _evaluators =
    [
        () => null,
        () => new LevelEvaluator(Level.Error),
        () => new ExceptionEvaluator(typeof(Exception), true),
        () => new PropertyEvaluator(),
        () => new LocationEvaluator(),
        () => new MessageEvaluator(),
        () => new ThreadEvaluator(),
        () => new UserEvaluator(),
    ];

    /// <summary>One of several places forwards properties of the moment, where it does not fix them.</summary>
    [Test]
    public void Buffer_WithAnyFixAndEvaluator_WritesTheSame([Values] bool isLossy, [Values(1, 3)] int size)
    {
        List<string> differences = [];
        foreach (FixFlags fix in _flags)
        {
            bool hasProperties = size == 1 || (fix & FixFlags.Properties) != 0;
            string properties = hasProperties ? "%property{urgent}" : "none";
            foreach (string pattern in new[] { "%m%n", $"%m {properties} %thread%n", "%m %method %a%n" })
            {
                for (int i = isLossy ? 1 : 0; i < _evaluators.Length; i++)
                {
                    using Comparison comparison = new(
                        () => Buffered(pattern, size, isLossy, fix, _evaluators[i]()),
                        forwarder: i % 2 == 0 ? () => new ForwardingAppender() : null);
                    comparison.Log(Calls);
                    _ = ((BufferingForwardingAppender)comparison.Direct.Appender).Flush(-1);
                    string direct = comparison.Direct.Read();
                    string behind = comparison.Behind.Read();
                    if (behind != direct)
                    {
                        differences.Add($"{fix}, evaluator {i}, {pattern}: {direct} / {behind}");
                    }
                }
            }
        }

        Assert.That(differences, Is.Empty);
    }

    /// <summary>What it does not have by then, log4net does not look up.</summary>
    [Test]
    public void Event_FixedBeforeItIsLogged_IsNotOpenedAgain([ValueSource(nameof(_flags))] FixFlags fix, [Values] bool isOwn)
    {
        using Comparison comparison = new(() => Output.Text("%m|%thread|%a|%identity|%method|%exception%n"));

        comparison.AssertEqualFor(log =>
        {
            ILoggerRepository repository = log.Logger.Repository!;
            LoggingEvent loggingEvent = isOwn
                ? new OwnEvent(repository)
                : new LoggingEvent(typeof(OwnEvent), repository, "logger", Level.Info, new StringBuilder("text"), new IOException());
            loggingEvent.Fix = fix;
            log.Logger.Log(loggingEvent);
        });
    }

    private static Output Buffered(string pattern, int size, bool isLossy, FixFlags fix, ITriggeringEventEvaluator? evaluator)
    {
        Output output = Output.Text(pattern);
        BufferingForwardingAppender buffer = new() { BufferSize = size, Lossy = isLossy, Evaluator = evaluator, Fix = fix };
        return new Output(Comparison.Attached(buffer, output.Appender), output.Read);
    }

    private static void Calls(ILog log)
    {
        log.Info("1");
        ThreadContext.Properties["urgent"] = true;
        log.Info(new StringBuilder("2"));
        ThreadContext.Properties.Remove("urgent");
        log.Error("3", new IOException());
    }

    // What each of them reads is seen in its code.
    internal sealed class PropertyEvaluator : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent) => loggingEvent.LookupProperty("urgent") is not null;
    }

    private sealed class LocationEvaluator : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent) => loggingEvent.LocationInformation?.MethodName is not null;
    }

    private sealed class MessageEvaluator : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent) => loggingEvent.RenderedMessage == "2";
    }

    private sealed class ThreadEvaluator : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent) => loggingEvent.ThreadName is { Length: > 0 };
    }

    private sealed class UserEvaluator : ITriggeringEventEvaluator
    {
        public bool IsTriggeringEvent(LoggingEvent loggingEvent) =>
            loggingEvent.UserName is { Length: > 0 } && loggingEvent.Identity is not null;
    }

    private sealed class OwnEvent(ILoggerRepository repository)
        : LoggingEvent(typeof(OwnEvent), repository, "logger", Level.Info, new StringBuilder("text"), new IOException());
}
