namespace Easy.Logger.Tests.Capture;

/// <summary>
/// What a plan captures for appenders of all kinds: exactly what is read where that is known, everything where it is not.
/// </summary>
internal sealed class CapturePlannerTests
{
    // Code of this project reads the location, so whatever is of it may.
    private const FixFlags Unknown = FixFlags.All;

    [TestCase(FixFlags.None, "newline n level p logger c date d utcdate utcDate UtcDate timestamp r exception")]
    [TestCase(FixFlags.Message, "message m")]
    [TestCase(FixFlags.ThreadName, "thread t")]
    [TestCase(FixFlags.Domain, "appdomain a")]
    [TestCase(FixFlags.Identity, "identity u")]
    [TestCase(FixFlags.UserName, "username w")]
    [TestCase(FixFlags.Properties, "property properties P mdc X ndc x")]
    [TestCase(FixFlags.LocationInfo, "class C type file F line L location l method M stacktrace stacktracedetail")]
    [Demand("I5", "I6")]
    public void Derive_PatternNames_ReadsWhatTheyPrint(FixFlags reads, string names)
    {
        using InternalMessages messages = new(); // options that some of them do not have
        foreach (string name in names.Split(' '))
        {
            CapturePlan plan = Plan(Console($"%{name}"));
            Assert.That((plan.Fields, plan.Fix, plan.DefersMessages), Is.EqualTo((FixFlags.Exception | reads, FixFlags.None, true)), name);
            plan = Plan(Console($"text %-5.20{name}{{option}} text"));
            Assert.That(plan.Fields, Is.EqualTo(FixFlags.Exception | (name == "exception" ? FixFlags.Properties : reads)), name);
        }
    }

    [Test]
    public void Derive_StockLayoutsOrNone_ReadsWhatTheyWrite()
    {
        const FixFlags text = FixFlags.Message | FixFlags.Exception;
        Assert.That(Plan(new ConsoleAppender { Layout = new SimpleLayout() }).Fields, Is.EqualTo(text));
        Assert.That(Plan(new ConsoleAppender { Layout = new ExceptionLayout() }).Fields, Is.EqualTo(FixFlags.Exception));
        Assert.That(Plan(new ConsoleAppender { Layout = new DynamicPatternLayout("%message %line") }).Fields,
            Is.EqualTo(text | FixFlags.LocationInfo));
        Assert.That(Plan(new ConsoleAppender { Layout = new XmlLayout() }).Fields, Is.EqualTo(CapturePlan.AllButLocation));
        Assert.That(Plan(new ConsoleAppender { Layout = new XmlLayout(locationInfo: true) }).Fields, Is.EqualTo(FixFlags.All));
        Assert.That(Plan(new ConsoleAppender()).Fields, Is.EqualTo(FixFlags.None));
        PatternLayout writesExceptions = new("%level") { IgnoresException = false };
        Assert.That(Plan(new ConsoleAppender { Layout = writesExceptions }).Fields, Is.EqualTo(FixFlags.None));
        AssertReads(text | FixFlags.Domain, new RemoteSyslogAppender { Layout = new SimpleLayout() });
        PatternLayout user = new("%username");
        AssertReads(text | FixFlags.UserName, new RemoteSyslogAppender { Layout = new SimpleLayout(), Identity = user });
        AssertReads(text | FixFlags.UserName, new TraceAppender { Layout = new SimpleLayout(), Category = user });
        AssertReads(text | FixFlags.UserName, new DebugAppender { Layout = new SimpleLayout(), Category = user });
        CapturePlan ofNone = Plan();
        Assert.That((ofNone.Fields, ofNone.DefersMessages), Is.EqualTo((FixFlags.None, true)));

        static void AssertReads(FixFlags fields, IAppender appender) =>
            Assert.That(Plan(appender).Fields, Is.EqualTo(fields), appender.GetType().Name);
    }

    [Test]
    public void Derive_LayoutOrAppenderOfTheApplication_FixesWhatItMayRead()
    {
        AssertUnknown(new ConsoleAppender { Layout = new DelegatingLayout((_, _) => { }) });
        AssertUnknown(new ConsoleAppender { Layout = new OwnPatternLayout("%message") }, CapturePlan.AllButLocation);
        AssertUnknown(new ConsoleAppender { Layout = new OwnXmlLayout() });
        AssertUnknown(new OwnTraceAppender { Layout = new SimpleLayout(), Category = new PatternLayout("%line") });
        AssertUnknown(new GatedAppender());
        AssertUnknown(new SingleTakingAppender { Layout = new SimpleLayout() });
        AssertUnknown(new OwnAppendTextAppender { Layout = new SimpleLayout() }, CapturePlan.AllButLocation);
    }

    [Test]
    public void Derive_Filters_ReadsWhatStockOnesCompareAndEverythingForOthers()
    {
        IFilter[] filters = [new LevelMatchFilter(), new LevelRangeFilter(), new LoggerMatchFilter(), new DenyAllFilter()];
        CapturePlan plain = Plan(Console("%level", filters));
        Assert.That((plain.Fields, plain.NeedsCulture), Is.EqualTo((FixFlags.Exception, true)));

        filters = [new StringMatchFilter(), new PropertyFilter { Key = "x" }, new MdcFilter { Key = "y" }, new NdcFilter()];
        CapturePlan plan = Plan(Console("%level", filters));
        Assert.That((plan.Read, plan.Fix), Is.EqualTo((FixFlags.Exception | FixFlags.Message, FixFlags.None)));
        Assert.That(plan.Texts.Select(text => text.Property), Is.EqualTo(new[] { "x", "y", "NDC" }));

        DelegatingFilter filter = new(_ => FilterDecision.Neutral);
        AssertUnknown(Console("%level", new LevelMatchFilter(), filter));

        BatchTakingAppender batch = new();
        batch.AddFilter(new StringMatchFilter());
        Assert.That(Plan(batch).Fix, Is.EqualTo(CapturePlan.AllButLocation), "its filter gets the event");

        ForwardingAppender forwarder = new();
        forwarder.AddFilter(filter);
        AssertUnknown(forwarder);
    }

    /// <summary>Their lines alternate as without a queue between.</summary>
    [Test]
    public void SharesDestination_TwoAppendersWithOneDestination_IsTrue()
    {
        ForwardingAppender forwarder = new();
        forwarder.AddAppender(Console("%message"));
        ForwardingAppender both = new();
        both.AddAppender(Console("%level"));
        both.AddAppender(Console("%message"));
        FileAppender[] files = [.. new[] { "a.log", "b.log", "a.log" }.Select(name => new FileAppender { File = name })];

        Assert.That(Plan(Console("%level"), Console("%message")).SharesDestination, Is.True);
        Assert.That(Plan(Console("%level"), new ManagedColoredConsoleAppender()).SharesDestination, Is.True);
        Assert.That(Plan(new DebugAppender(), new TraceAppender()).SharesDestination, Is.True, "both write to the listeners of Trace");
        Assert.That(Plan(Console("%level"), forwarder).SharesDestination, Is.True, "one of them behind another appender");
        Assert.That(Plan(forwarder, new TraceAppender()).SharesDestination, Is.False);
        Assert.That(Plan(both).SharesDestination, Is.False, "it hands each event to both");
        Assert.That(Plan(both, forwarder).SharesDestination, Is.True, "one console by both ways");
        MemoryAppender memory = new();
        ForwardingAppender[] ways = [new(), new()];
        Array.ForEach(ways, way => way.AddAppender(memory));
        Assert.That((Plan(ways).SharesDestination, Plan(memory, ways[0]).SharesDestination), Is.EqualTo((true, true)), "one appender");
        Assert.That((Plan(files).SharesDestination, Plan(files[..2]).SharesDestination), Is.EqualTo((true, false)));
    }

    /// <summary>Compared before each batch: nobody reports that something was exchanged.</summary>
    [Test]
    public void IsMadeOf_SomethingWasExchanged_IsFalse()
    {
        PatternLayout layout = new("%message");
        PropertyFilter filter = new() { Key = "x" };
        ConsoleAppender console = new() { Layout = layout };
        console.AddFilter(filter);
        ForwardingAppender forwarder = new();
        forwarder.AddAppender(console);
        FileAppender file = new() { File = "a.log" };
        forwarder.AddAppender(file);
        XmlLayout xml = new();
        LevelRangeFilter range = new();
        LevelMatchFilter match = new() { LevelToMatch = Level.Info };
        DebugAppender debug = new() { Layout = xml };
        debug.AddFilter(range);
        debug.AddFilter(match);
        TraceAppender trace = new();
        RemoteSyslogAppender syslog = new() { Layout = new SimpleLayout() };
        BatchTakingAppender batch = new();
        TracingAppender tracing = new();
        MemoryAppender memory = new();
        BufferingForwardingAppender buffer = new();
        AsyncBufferingForwardingAppender async = new() { Name = Some.Name("async") };
        Array.ForEach(new IAppender[] { debug, trace, syslog, memory, buffer, async, batch, tracing }, forwarder.AddAppender);
        ForwardingAppender last = new();
        forwarder.AddAppender(last);
        ConsoleAppender moved = new();
        last.AddAppender(moved);
        (string What, Action Exchange, bool IsSame)[] steps =
        [
            ("the same name in another object", () => file.File = string.Concat("a", ".log"), true),
            ("pattern not activated", () => layout.ConversionPattern = "%level", true),
            ("pattern", layout.ActivateOptions, false),
            ("exceptions", () => layout.IgnoresException = false, false),
            ("layout", () => console.Layout = new PatternLayout("%level"), false),
            ("key", () => filter.Key = "y", false),
            ("filter", () => console.AddFilter(new DenyAllFilter()), false),
            ("threshold", () => console.Threshold = Level.Error, false),
            ("location", () => xml.LocationInfo = true, false),
            ("least level", () => range.LevelMin = Level.Warn, false),
            ("greatest level", () => range.LevelMax = Level.Error, false),
            ("what a range does", () => range.AcceptOnMatch = false, false),
            ("level", () => match.LevelToMatch = Level.Warn, false),
            ("what a level does", () => match.AcceptOnMatch = false, false),
            ("category of a DebugAppender", () => debug.Category = new PatternLayout("%username"), false),
            ("category of a TraceAppender", () => trace.Category = new PatternLayout("%username"), false),
            ("layout without a pattern", () => syslog.Layout = Fidelity.Output.Layout(_ => string.Empty), false),
            ("what a batch appender fixes", () => batch.Fix = FixFlags.Partial, false),
            ("layout of a batch appender", () => batch.Layouts = [new SimpleLayout()], false),
            ("trace context", () => tracing.WritesTraceContext = true, false),
            ("identity", () => syslog.Identity = new PatternLayout("%username"), false),
            ("what a MemoryAppender fixes", () => memory.Fix = FixFlags.Partial, false),
            ("what a buffer fixes", () => buffer.Fix = FixFlags.Partial, false),
            ("buffer of one place", () => buffer.BufferSize = 1, false),
            ("that keeps what it has until an evaluator wants it", () => buffer.Lossy = true, false),
            ("other async appender becomes lossy", () => async.Lossy = true, false),
            ("fix of another async appender is chosen, as it was", () => async.Fix = async.Fix, false),
            ("evaluator", () => buffer.Evaluator = new LevelEvaluator(), false),
            ("evaluator of what is lost", () => buffer.LossyEvaluator = new LevelEvaluator(), false),
            ("place of a child", () => forwarder.AddAppender(last.RemoveAppender(moved)!), false),
            ("child", () => forwarder.AddAppender(new ConsoleAppender()), false),
            ("file", () => file.File = "b.log", false),
        ];
        foreach ((string what, Action exchange, bool isSame) in steps)
        {
            CapturePlan plan = Plan(forwarder);
            exchange();
            Assert.That(plan.IsMadeOf([.. CaptureSource.Of([forwarder])]), Is.EqualTo(isSame), what);
        }
    }

    private static CapturePlan Plan(params IAppender[] appenders) =>
        CapturePlanner.Derive(appenders, isLossy: false, mayWait: true);

    private static void AssertUnknown(IAppender appender, FixFlags fix = Unknown)
    {
        CapturePlan plan = Plan(appender);

        Assert.That((plan.Fix, plan.DefersMessages, plan.NeedsCulture), Is.EqualTo((fix, false, true)), appender.GetType().Name);
        Assert.That(plan.Appenders.Single().IsKnown, Is.False, appender.GetType().Name);
    }

    private static ConsoleAppender Console(string pattern, params IFilter[] filters)
    {
        ConsoleAppender console = new() { Layout = new PatternLayout(pattern) };
        Array.ForEach(filters, console.AddFilter);
        return console;
    }

    private sealed class TracingAppender : AppenderSkeleton, ITraceContextAppender
    {
        public bool WritesTraceContext { get; set; }

        protected override void Append(LoggingEvent loggingEvent) => _ = loggingEvent;
    }

    private sealed class OwnPatternLayout(string pattern) : PatternLayout(pattern);

    private sealed class OwnXmlLayout() : XmlLayout(locationInfo: true);

    private sealed class OwnTraceAppender : TraceAppender;

    [TestCase("logger", false)]
    [TestCase("message", true)]
    [TestCase("property", false)]
    public void ForCall_FiltersDenyTheEvent_CapturesNothingForIt(string filter, bool isFirst)
    {
        ConsoleAppender console = Console("%line", filter switch
        {
            "logger" => new LoggerMatchFilter { LoggerToMatch = "wanted" },
            "message" => new StringMatchFilter { StringToMatch = "unwanted", AcceptOnMatch = false },
            _ => new PropertyFilter { Key = "key", StringToMatch = "wanted" },
        });
        console.AddFilter(isFirst ? new LevelRangeFilter() : new DenyAllFilter());
        log4net.Repository.Hierarchy.Hierarchy repository = new();
        LoggingEvent unwanted = new(GetType(), repository, "other", Level.Info, "unwanted", null);
        LoggingEvent wanted = new(GetType(), repository, "wanted", Level.Info, "wanted", null);
        LoggingEvent failing = new(GetType(), repository: null, "wanted", Level.Info, new ThrowingMessage(), null);
        wanted.Properties["key"] = "wanted";

        CapturePlan plan = Plan(console, Console("%message"));

        Assert.That((LocationIsRead(plan.ForCall(unwanted)), LocationIsRead(plan.ForCall(wanted))), Is.EqualTo((false, true)));
        Assert.That(LocationIsRead(plan.ForCall(failing)), Is.EqualTo(filter != "property"), "what the filter throws is for the appender");
        Assert.That(plan.For(unwanted.Level, isTurnedAway: true), Is.SameAs(plan.ForCall(unwanted)));
        Assert.That(LocationIsRead(Plan(Console("%line"), console).ForCall(unwanted)), Is.True, "for the other one");
    }

    private static bool LocationIsRead(CapturePlan plan) => (plan.Fields & FixFlags.LocationInfo) != 0;
}
