using Easy.Logger.Compatibility;
using log4net.Layout.Pattern;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>
/// Whatever writes an event, layout or not, known to us or not, has the location, user and identity of the call, the values of its moment
/// and the culture of its caller.
/// </summary>
internal sealed class OutputTests
{
    private const FixFlags WithoutProperties = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    private static readonly DateTime _date = new(2026, 11, 23, 14, 5, 6, DateTimeKind.Utc);

    private static readonly Dictionary<string, Func<Output>> _outputs = new()
    {
        ["SimpleLayout"] = () => Output.Text(new SimpleLayout()),
        ["SimpleLayout with the exception"] = () => Output.Text(new SimpleLayout { IgnoresException = false }),
        ["ExceptionLayout"] = () => Output.Text(new ExceptionLayout()),
        ["pattern"] = () => Output.Text("%property{number} %property{date} %property{state} %property %property{own} %m%n"),
        ["pattern with the stack"] = () => Output.Text("%stacktrace{2} %stacktracedetail{1} %m%n"),
        ["pattern with widths"] = () => Output.Text("%12property{number}|%-8.8property{date}|%m%n"),
        ["DynamicPatternLayout with a header"] =
            () => Output.Text(new DynamicPatternLayout("%m%n") { Header = "%appdomain%newline", Footer = "end" }),
        ["XmlLayout"] = () => Output.Text(new XmlLayout(locationInfo: true)),
        ["XmlLayout without location"] = () => Output.Text(new XmlLayout()),
        ["XmlLayoutSchemaLog4J"] = () => Output.Text(new XmlLayoutSchemaLog4J(locationInfo: true)),
        ["DynamicPatternLayout"] = () => Output.Text(new DynamicPatternLayout("%M %m%n")),
        ["DynamicPatternLayout %property"] = () => Output.Text(new DynamicPatternLayout("%m %property{state}%n")),
        ["DynamicPatternLayout %class %u %property"] = () => Output.Text(new DynamicPatternLayout(Output.EveryPattern)),
        ["subclass of PatternLayout"] = () => Output.Text(new OwnPatternLayout("%M %m%n")),
        ["subclass of PatternLayout %class %u %property"] = () => Output.Text(new OwnPatternLayout(Output.EveryPattern)),
        ["own layout"] = () => Output.Text(Output.Layout(e => $"{e.LocationInformation!.MethodName} {e.RenderedMessage}\n")),
        ["own layout, identity"] = () => Output.Text(Output.Layout(e => $"{e.Identity} {e.UserName} {e.Domain}\n")),
        ["own layout, values"] = () => Output.Text(Output.Layout(
            e => $"{e.LookupProperty("number")} {e.RenderedMessage} {Comparison.Number} {_date:D}\n")),
        ["own layout, writer"] = () => Output.Text(new DelegatingLayout(
            (writer, e) => writer.WriteLine("{0} {1}", e.LookupProperty("number"), _date))),
        ["own converter"] = () => WithConverters("%number %8number %m%n"),
        ["stock converter with a property"] = () => WithConverters("%where %m%n"),
        ["own appender"] = () => Output.Own(
            e => $"{e.LocationInformation?.MethodName} {e.Identity} {e.LookupProperty("number")} {_date} "
                + $"{e.LookupProperty("NDC")} {CultureInfo.CurrentUICulture}\n"),
        ["own appender, parts of the event"] = () => Output.Own(
            e => $"{OwnPartsOf(e)} | {Keys(e.GetProperties())} | {e.LookupProperty("tenant")} {e.UserName} {e.ThreadName}\n"),
        ["own appender, arrays"] = () => OfArrays(
            e => $"{e.RenderedMessage} {CultureInfo.CurrentCulture} {CultureInfo.CurrentUICulture} {_date}\n"),
        ["PropertyFilter"] = () => WithFilter(new PropertyFilter { Key = "number", StringToMatch = "1234,5" }),
        ["LoggerMatchFilter"] = () => WithFilter(new LoggerMatchFilter { LoggerToMatch = "test" }, "%username %m%n"),
        ["own filter"] = () => WithFilter(new DelegatingFilter(
            _ => CultureInfo.CurrentCulture.Name == "de-DE" ? FilterDecision.Accept : FilterDecision.Neutral)),
        ["forwarder"] = () => Forwarder(Output.Text("%property{number} %m%n")),
    };

    /// <summary>Two batches: what was learnt from the first one must not change the second.</summary>
    [Test]
    public void Output_CallersOfDifferentCulturesInOneBatch_IsWhatItIsWithoutTheAsyncAppender(
        [ValueSource(nameof(Outputs))] string output, [Values] bool batchRendering)
    {
        Comparison? attached = null;
        Comparison.OnCaller( // whose culture nobody may see
            () => attached = new Comparison(_outputs[output], appender => appender.BatchRendering = batchRendering), "sv-SE");
        using Comparison comparison = attached!;
        for (int batch = 0; batch < 2; batch++)
        {
            foreach (string culture in new[] { "de-DE", "en-US", "fr-FR", "de-DE", string.Empty })
            {
                comparison.Enqueue(Calls, culture);
            }

            comparison.Flush();
        }

        comparison.AssertEqual();
        Assert.That(comparison.Behind.Read(), Does.Not.Contain("4711"), "what the event masks");
    }

    [TestCase(FixFlags.ThreadName, "%m%n")]
    [TestCase(FixFlags.Message, "%m%n")]
    [TestCase(FixFlags.Partial, "%m%n")]
    [TestCase(WithoutProperties, "%property{own} %m%n")]
    [TestCase(FixFlags.Message | FixFlags.Domain | FixFlags.UserName | FixFlags.Identity, "%appdomain %username %identity %m%n")]
    [TestCase(FixFlags.Message | FixFlags.LocationInfo, "%M %m%n")]
    [Demand("E2", "E3")]
    public void Output_FixIsChosen_IsWhatItIsWithoutTheAsyncAppender(FixFlags fix, string pattern)
    {
        using Comparison comparison = new(() => Output.Text(pattern), appender => appender.Fix = fix);

        comparison.AssertEqualFor(
            log =>
            {
                Located.Info(log, Comparison.Number);
                Located.Info(log, new object[] { Comparison.Number, _date });
                LogWithPropertyOfItsOwn(log);
                LogWithPropertyOfItsOwn(log);
            },
            "de-DE");

        Assert.That(comparison.Behind.Read(), Does.Match("(?m)^(\\S+ \\S+ jane |of the event |\\? )?own$"));
    }

    [Test]
    public void Properties_NotFixed_AreThoseOfTheEventAndTheProcessAsBehindABuffer()
    {
        using Comparison comparison = new(() => Output.Text("%properties%n"), appender => appender.Fix = WithoutProperties);

        comparison.Log(log => LogWithPropertyOfItsOwn(log));

        string line = comparison.Behind.Read();
        Assert.That(line, Does.Contain("own=of the event").And.Contain("log4net:HostName=").And.Not.Contain("tenant"));
    }

    [Test]
    public void Renderer_OfTheApplication_GetsTheWriterThatItGetsWithoutTheAsyncAppender()
    {
        using Comparison comparison = new(() => Output.Text("%property{state} %12property{state} %m %9properties%n"));

        comparison.AssertEqualFor(
            log =>
            {
                log.Logger.Repository!.RendererMap.Put(typeof(Mutable), new NumberRenderer());
                LogWithPropertyOfItsOwn(log, state: new Mutable());
            },
            "de-DE");

        Assert.That(comparison.Behind.Read(), Does.Match("^1234,5  +1234\\.5 own"));
    }

    [Test]
    public void CultureOfTheWorker_InEachCallOfABatch_IsThatOfTheEventsAndAfterwardsItsOwn()
    {
        List<string> cultures = [];
        GatedAppender child = new() { OnAppend = _ => Note(), OnFlush = _ => Note() };
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(child);
        appender.AddAppender(new SingleTakingAppender { OnAppend = _ => Note() });
        appender.Flush(-1);

        string uiCulture = $"{CultureInfo.CurrentUICulture}";
        Comparison.OnCaller(
            () =>
            {
                CultureInfo.CurrentUICulture = CultureInfo.GetCultureInfo("it-IT");
                appender.DoAppend(Some.Event());
            },
            "de-DE");
        Comparison.OnCaller(() => appender.DoAppend(Some.Event()), "fr-FR");
        appender.Flush(-1);
        appender.Close();

        string[] ofTheEvents = ["de-DE it-IT", $"fr-FR {uiCulture}"];
        Assert.That(cultures, Is.EqualTo([cultures[0], .. ofTheEvents, .. ofTheEvents, cultures[0]]));
        Assert.That(child.Events, Has.Count.EqualTo(2).And.None.Null, "an array for each culture, with nothing else in it");

        bool Note()
        {
            cultures.Add($"{CultureInfo.CurrentCulture} {CultureInfo.CurrentUICulture}");
            return true;
        }
    }

    /// <summary>log4net's own debug messages are on for the whole process, so no other test runs at the same time.</summary>
    [Test]
    [NonParallelizable]
    public void LocationIsCapturedForCodeOfTheApplication_IsReportedOnceWithWhatMakesItCheaper([Values] bool hasFix)
    {
        using InternalMessages messages = new();
        IReadOnlyList<string> reported;
        LogLog.InternalDebugging = true;
        try
        {
            AsyncBufferingForwardingAppender appender = Comparison.NewAsync(
                _outputs["own layout"]().Appender, hasFix ? appender => appender.Fix = FixFlags.Partial : null);
            for (int i = 0; i < 2; i++)
            {
                appender.DoAppend(Some.Event());
                appender.Flush(-1);
            }

            reported = messages.Naming($"[{appender.Name}]: each log call captures its caller location");
            appender.Close();
        }
        finally
        {
            LogLog.InternalDebugging = false;
        }

        Assert.That(reported, Has.Count.EqualTo(hasFix ? 0 : 1));
        Assert.That(reported, Has.All.Contain("set fix without LocationInfo").And.All.Contain(nameof(DelegatingLayout)));
    }

    private static string[] Outputs() => [.. _outputs.Keys];

    /// <summary>All through <see cref="Located" />, for any of the outputs may print where the call was.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    private static void Calls(ILog log)
    {
        Mutable state = new() { Text = "old" };
        ThreadContext.Properties["number"] = Comparison.Number;
        ThreadContext.Properties["date"] = _date;
        ThreadContext.Properties["state"] = state;
        CultureInfo.CurrentUICulture = CultureInfo.GetCultureInfo("it-IT"); // of a thread of the test's own
        using (ThreadContext.Stacks["NDC"].Push("inner"))
        {
            Located.Info(log, "text");
        }

        CultureInfo.CurrentUICulture = CultureInfo.GetCultureInfo("nb-NO");
        state.Text = "middle";
        Located.Info(log, "failed", new InvalidOperationException("outer", new FormatException("inner")));
        Located.Info(log, Comparison.Number);
        Located.Info(log, new SystemStringFormat(CultureInfo.InvariantCulture, "{0:N2} {1:d}", Comparison.Number, _date));
        Located.Info(log, new SystemStringFormat(CultureInfo.CurrentCulture, "{0} {1}", Comparison.Number, _date));
        log.Logger.Log(new MaskedEvent(log, "card 4711"));
        LogWithPropertyOfItsOwn(log, "other", new FailingValue());
        LogWithPropertyOfItsOwn(log);
        state.Text = "new";
    }

    private static void LogWithPropertyOfItsOwn(ILog log, string logger = "test", object? state = null)
    {
        LoggingEvent loggingEvent = new(typeof(Located), log.Logger.Repository, logger, Level.Info, "own", exception: null);
        loggingEvent.Properties["own"] = "of the event";
        if (state is not null)
        {
            loggingEvent.Properties["state"] = state;
        }

        log.Logger.Log(loggingEvent);
        loggingEvent.Properties["later"] = 2;
    }

    /// <summary>Apart from those of the contexts; an event whose message or exception may change is fixed by the call.</summary>
    private static string? OwnPartsOf(LoggingEvent e) => e.MessageObject is "text" or "own" ? $"{e.Fix} {Keys(e.Properties)}" : null;

    private static string Keys(ReadOnlyPropertiesDictionary properties) => string.Join(',', properties.GetKeys().Order());

    private static Output WithConverters(string pattern)
    {
        ConverterInfo where = new() { Name = "where", Type = Log4NetMembers.HeadOf(new PatternLayout("%method"))!.GetType() };
        where.AddProperty(new PropertyEntry { Key = "key", Value = "value" });
        PatternLayout layout = new();
        layout.AddConverter("number", typeof(NumberConverter));
        layout.AddConverter(where);
        layout.ConversionPattern = pattern;
        return Output.Text(layout);
    }

    private static Output WithFilter(FilterSkeleton filter, string pattern = "%m%n")
    {
        Output output = Output.Text(pattern);
        ((AppenderSkeleton)output.Appender).AddFilter(filter);
        ((AppenderSkeleton)output.Appender).AddFilter(new DenyAllFilter());
        return output;
    }

    private static Output Forwarder(Output below) =>
        below with { Appender = Comparison.Attached(new ForwardingAppender(), below.Appender) };

    private static Output OfArrays(Func<LoggingEvent, string> text)
    {
        StringBuilder lines = new();
        return new Output(new OwnBulkAppender(e => lines.Append(text(e))), lines.ToString);
    }

    private sealed class OwnBulkAppender(Action<LoggingEvent> append) : IBulkAppender
    {
        public string Name { get; set; } = "arrays";

        public void DoAppend(LoggingEvent loggingEvent) => append(loggingEvent);

        public void DoAppend(LoggingEvent[] loggingEvents) => Array.ForEach(loggingEvents, append);

        public void Close()
        {
            // There is nothing to close.
        }
    }

    private sealed class OwnPatternLayout(string pattern) : PatternLayout(pattern);

    private sealed class Mutable
    {
        public string Text { get; set; } = string.Empty;

        public override string ToString() => Text;
    }

    private sealed class FailingValue
    {
        public override string ToString() => throw new InvalidOperationException("it has no text");
    }

    private sealed class NumberConverter : PatternLayoutConverter
    {
        protected override void Convert(TextWriter writer, LoggingEvent loggingEvent)
        {
            writer.Write(Comparison.Number);
            writer.Write(' ');
            writer.Write("{0} {1}", _date, CultureInfo.CurrentUICulture);
        }
    }

    private sealed class MaskedEvent(ILog log, string message)
        : LoggingEvent(typeof(MaskedEvent), log.Logger.Repository, log.Logger.Name, Level.Info, message, exception: null)
    {
        public override string RenderedMessage => "card ****";

        public override void WriteRenderedMessage(TextWriter writer) => writer.Write(RenderedMessage);
    }
}
