namespace Easy.Logger.Tests.Fidelity;

/// <summary>What an appender does not take by its level costs nothing and changes nothing, and what it takes is complete.</summary>
internal sealed class ThresholdTests
{
    private static readonly Dictionary<string, Action<AppenderSkeleton>> _gates = new()
    {
        ["threshold"] = appender => appender.Threshold = Level.Error,
        ["range"] = appender => appender.AddFilter(new LevelRangeFilter { LevelMin = Level.Error }),
        ["range to the top"] = appender => appender.AddFilter(new LevelRangeFilter { LevelMin = Level.Error, LevelMax = Level.Off }),
        ["match"] = appender =>
        {
            appender.AddFilter(new LevelMatchFilter { LevelToMatch = Level.Error });
            appender.AddFilter(new DenyAllFilter());
        },
        ["match that denies"] = appender => appender.AddFilter(
            new LevelMatchFilter { LevelToMatch = Level.Error, AcceptOnMatch = false }),
        ["range from the bottom"] = appender => appender.AddFilter(
            new LevelRangeFilter { LevelMin = Level.All, LevelMax = Level.Warn }),
    };

    /// <summary>
    /// A filter of loggers looks at more than the level: levels count all the same. A text that is rendered though nobody prints it would
    /// be written by the worker, into an event that another appender reads at the same time.
    /// </summary>
    [Test]
    public void Levels_WhereverTheirLimitsAre_AreCompleteAndWhatNobodyPrintsIsNotRendered(
        [Values("threshold", "range", "range to the top", "range from the bottom", "match", "match that denies", "filter of loggers",
            "filter of loggers behind another appender", "layout without a message")] string limits)
    {
        CountingMessage message = new();
        using Comparison comparison = new(() => WithLimits(limits));

        comparison.AssertEqualFor(log =>
        {
            log.Debug(limits is "range from the bottom" or "match that denies" ? "1" : message);
            log.Info("2");
            log.Warn("3");
            log.Error(limits is "match that denies" or "range from the bottom" ? message : "4");
            log.Fatal("5");
        });

        Assert.That(message.Renderings, Is.Zero);
    }

    /// <summary>Old or new: not a line of an event of which nothing was captured, because nobody took it then.</summary>
    [Test]
    public void Threshold_LoweredWhileEventsAreQueued_WritesNoHalfLines(
        [Values("forwarder", "async", "lossy async")] string between, [Values("threshold", "range", "match")] string gate)
    {
        Output output = WithGate(Output.Text("[%m] [%property{tenant}]%n"), gate);
        IAppenderAttachable container = between == "forwarder" ? new ForwardingAppender() : new AsyncBufferingForwardingAppender
        {
            Name = Some.Name("inner"),
            Lossy = between == "lossy async",
            Evaluator = between == "lossy async" ? new LevelEvaluator(Level.Warn) : null,
        };
        AsyncBufferingForwardingAppender first = Comparison.NewAsync((IAppender)Comparison.Attached(container, output.Appender));
        using TestRepository repository = new TestRepository().Attach(first);
        Assert.That(first.Flush(-1), Is.True);

        ThreadContext.Properties["tenant"] = "shop";
        repository.Log().Info(new CountingMessage());
        repository.Log().Warn("text");
        ThreadContext.Properties.Remove("tenant");
        ((AppenderSkeleton)output.Appender).Threshold = Level.All;
        ((AppenderSkeleton)output.Appender).ClearFilters();

        Assert.That(first.Flush(-1), Is.True);
        Assert.That((container as AsyncBufferingForwardingAppender)?.Flush(-1), Is.Not.False);
        string[] lines = output.Read().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        Assert.That(lines, Has.All.Not.Contains("[]").And.All.EndsWith("[shop]"));
    }

    /// <summary>The one of errors may have a filter or a layout of the application.</summary>
    [Test]
    public void Appenders_OfDifferentLevels_EachGetWhatTheyPrint(
        [Values] bool areBehindAForwarder, [Values("all", "errors", "errors, own filter", "errors, own layout")] string isFirst)
    {
        Output all = Output.Text("%m %property{tenant}%n");
        Output errors = WithGate(Output.Text("%x %property{tenant} %m %thread%n"), "threshold");
        (IAppender first, IAppender second) = isFirst == "all" ? (all.Appender, errors.Appender) : (errors.Appender, all.Appender);
        if (isFirst == "errors, own filter")
        {
            ((AppenderSkeleton)first).AddFilter(new DelegatingFilter(_ => FilterDecision.Neutral));
        }

        if (isFirst == "errors, own layout")
        {
            ((AppenderSkeleton)first).Layout = new MessageLayout();
        }

        AsyncBufferingForwardingAppender appender = areBehindAForwarder
            ? Comparison.NewAsync(Comparison.Attached(Before(first), second))
            : Comparison.Attached(Comparison.NewAsync(first), second);
        using TestRepository repository = new TestRepository().Attach(appender);

        Comparison.OnCaller(() =>
        {
            repository.Log().Debug("only one");
            repository.Log().Error("both");
            ThreadContext.Properties["tenant"] = "later";
        });
        appender.Flush(-1);

        Assert.That(all.Read(), Is.EqualTo("only one blue\nboth blue\n"));
        Assert.That(errors.Read(), Is.EqualTo(isFirst == "errors, own layout" ? "both" : "outer blue both background call\n"));
    }

    private static Output WithLimits(string limits)
    {
        Output output = Output.Text("%level %m %property{tenant} %thread%n");
        if (limits == "layout without a message")
        {
            return Output.Text("%level%n");
        }

        if (_gates.ContainsKey(limits))
        {
            return WithGate(output, limits);
        }

        ForwardingAppender ofLevels = Before(output.Appender, new LevelRangeFilter { LevelMin = Level.Error, LevelMax = Level.Error });
        ForwardingAppender ofLoggers = Before(ofLevels, new LoggerMatchFilter { LoggerToMatch = "another" });
        ofLoggers.Threshold = Level.Warn;
        return output with { Appender = limits == "filter of loggers" ? ofLoggers : Before(ofLoggers) };
    }

    private static ForwardingAppender Before(IAppender appender, params FilterSkeleton[] filters)
    {
        ForwardingAppender forwarder = new();
        forwarder.AddAppender(appender);
        Array.ForEach(filters, forwarder.AddFilter);
        return forwarder;
    }

    private static Output WithGate(Output output, string gate)
    {
        _gates[gate]((AppenderSkeleton)output.Appender);
        return output;
    }

    /// <summary>It can be seen that it reads the message and nothing else.</summary>
    private sealed class MessageLayout : LayoutSkeleton
    {
        public override void ActivateOptions()
        {
            // There is nothing to activate.
        }

        public override void Format(TextWriter writer, LoggingEvent loggingEvent) => loggingEvent.WriteRenderedMessage(writer);
    }
}
