namespace Easy.Logger.Tests.Fidelity;

/// <summary>Of most events only the values are queued; what is done with them meanwhile shows no difference.</summary>
internal sealed class KeptValuesTests
{
    private const string Pattern = "%t %p %c %m%n%exception";

    private static readonly Change[] _changes =
    [
        new("options", Option: appender => appender.BufferSize = 3),
        new("lowest level", Option: appender => appender.Overflow = OverflowPolicy.DropLowestLevel),
        new("lossy", Option: appender => (appender.Lossy, appender.Evaluator) = (true, new LevelEvaluator(Level.All))),
        new("single events", Option: appender => appender.BatchRendering = false),
        new("appender", Option: appender => appender.AddAppender(new SingleTakingAppender())),
        new("layout", child => child.Layout = Output.Layout(e => $"{e.RenderedMessage} {e.ThreadName} {e.LoggerName}\n")),
        new("filter of messages", child => child.AddFilter(new StringMatchFilter { StringToMatch = "4711", AcceptOnMatch = false })),
        new("filter of messages, at once", child => child.AddFilter(
            new StringMatchFilter { StringToMatch = "used again", AcceptOnMatch = false }), IsAtOnce: true),
        new("filter of loggers", child => child.AddFilter(new LoggerMatchFilter { LoggerToMatch = "test", AcceptOnMatch = false })),
        new("filter of properties", child =>
        {
            child.AddFilter(new PropertyFilter { Key = "tenant", StringToMatch = "blue" });
            child.AddFilter(new DenyAllFilter());
        }),
        new("threshold", child => child.Threshold = Level.Warn),
        new("pattern", child => child.Layout = new PatternLayout(Output.EveryPattern), PrintsPlace: true),
        new("pattern of the same layout", SetPattern, PrintsPlace: true),
    ];

    private readonly TestRepository _repository = new();
    private AsyncBufferingForwardingAppender? _appender;

    [TearDown]
    public void End()
    {
        _repository.Dispose();
        _appender?.Close();
    }

    /// <summary>What a full queue keeps alive, the garbage collector finds at each collection.</summary>
    [Test]
    public void EventsInTheQueue_AllAppendersAreKnown_AreNotKeptAlive()
    {
        AsyncBufferingForwardingAppender appender = NotForwarding(Output.Text(Pattern).Appender);
        WeakReference[] events = [.. Enumerable.Range(0, 8).Select(i => Append(appender, i))];

        GC.Collect();

        Assert.That(appender.Statistics.Pending, Is.EqualTo(events.Length));
        Assert.That(events.Select(queued => queued.IsAlive), Is.All.False);
    }

    /// <summary>What is changed is in force after the next flush, with all that it needs to know of an event.</summary>
    [Test]
    public void Change_WhileValuesAreQueued_WritesTheSame(
        [ValueSource(nameof(_changes))] Change change, [Values] bool batchRendering, [Values] bool isBehindForwarder)
    {
        using Comparison comparison = new(
            () => Output.Text(Pattern),
            appender => appender.BatchRendering = batchRendering,
            isBehindForwarder ? () => new ForwardingAppender() : null);
        comparison.Log(log => log.Info("first"));
        comparison.Enqueue(change.PrintsPlace ? CallsOfOnePlace : Calls);
        if (change.Option is { } set)
        {
            set(comparison.Async);
            comparison.Async.ActivateOptions();
        }
        else
        {
            if (change.IsAtOnce)
            {
                comparison.Async.ActivateOptions();
            }
            else
            {
                comparison.Flush();
            }

            comparison.Change(change.OfChild!);
        }

        comparison.Flush();
        comparison.Log(change.PrintsPlace ? CallsOfOnePlace : Calls, "de-DE");
        comparison.Log(change.PrintsPlace ? CallsOfOnePlace : Calls, "de-DE");
        comparison.AssertEqual();
    }

    private static void SetPattern(AppenderSkeleton child)
    {
        PatternLayout layout = (PatternLayout)child.Layout!;
        layout.ConversionPattern = Output.EveryPattern;
        layout.ActivateOptions();
    }

    private static void CallsOfOnePlace(ILog log)
    {
        Located.Info(log, "first");
        Located.Info(log, "second");
    }

    private static void Calls(ILog log)
    {
        log.Debug("a text");
        log.Info(null);
        object?[] arguments = [4711, -1L, 0.1, double.NaN, -0.0, int.MinValue, null, "text", 'c', 1.5m, DayOfWeek.Friday];
        foreach (object? argument in arguments)
        {
            log.InfoFormat("one {0}", argument);
            log.WarnFormat("{0} of {1}", argument, 2);
            log.ErrorFormat("{2}{1}{0}", argument, argument, 3L);
        }

        object[] passed = ["passed"];
        log.InfoFormat("{0}", passed);
        passed[0] = "used again";
        log.Error("failed", new InvalidOperationException("broken"));
        log.InfoFormat(CultureInfo.GetCultureInfo("fr-FR"), "{0}", 1.5);
        log.Logger.Log(new LoggingEvent(new LoggingEventData
        {
            Level = Level.Info,
            LoggerName = "made",
            Message = "by hand",
            ThreadName = "elsewhere",
            TimeStampUtc = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Local),
        }));
    }

    private AsyncBufferingForwardingAppender NotForwarding(IAppender child) => _appender = Comparison.NewAsync(child);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference Append(AsyncBufferingForwardingAppender appender, int number)
    {
        SystemStringFormat message = new(CultureInfo.InvariantCulture, "Number {0}", number);
        LoggingEvent loggingEvent = new(typeof(KeptValuesTests), _repository.Hierarchy, "test", Level.Info, message, exception: null);
        appender.DoAppend(loggingEvent);
        return new WeakReference(loggingEvent);
    }

    internal sealed record Change(
        string Name, Action<AppenderSkeleton>? OfChild = null, Action<AsyncBufferingForwardingAppender>? Option = null,
        bool PrintsPlace = false, bool IsAtOnce = false)
    {
        public override string ToString() => Name;
    }
}
