namespace Easy.Logger.Tests.Fidelity;

/// <summary>An event belongs to all appenders of its logger: those that get it after the async appender see no difference.</summary>
internal sealed class SharedEventTests : FolderTests
{
    private const FixFlags WithoutProperties = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    [Test]
    public void DirectAppender_AfterTheAsyncAppender_PrintsWhatItPrintsWithoutIt(
        [Values("rolling file", "own layout", "forwarder", "memory", "memory that takes errors", "property",
            "filtered")] string child,
        [Values] bool forwardedFirst,
        [Values(null, FixFlags.None, FixFlags.Partial, WithoutProperties)] FixFlags? fix)
    {
        string without = PrintDirect(new ForwardingAppender(), child, forwardedFirst);
        AsyncBufferingForwardingAppender appender = new() { IdleTime = 3_600_000, FlushLevel = Level.Off };
        if (fix is { } chosen)
        {
            appender.Fix = chosen;
        }

        string with = PrintDirect(appender, child, forwardedFirst);

        Assert.That(without, Does.Contain(".Info:").And.Contain("|jane|").And.Contain("|blue|outer|"), "otherwise this compares nothing");
        Assert.That(with, Is.EqualTo(without));
    }

    [Test]
    public void Event_OnceTheCallIsBack_IsNotWrittenTo()
    {
        List<LoggingEvent> events = [];
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(Output.Text("%m%n").Appender);
        using TestRepository repository = Attach(appender, new SingleTakingAppender { OnAppend = events.Add });
        repository.Log().LogNumbers(3);
        appender.Flush(-1);

        repository.Log().LogNumbers(3);
        string[] before = [.. events.Select(State)];
        ((TextWriterAppender)appender.Appenders[0]).AddFilter(new StringMatchFilter { StringToMatch = "nothing" });
        appender.Flush(-1);

        Assert.That(events.Select(State), Is.EqualTo(before));

        static string State(LoggingEvent e) => $"{e.MessageObject}: {e.Fix}, {e.LocationInfo is null}, {e.Properties.Count}";
    }

    [Test]
    public void Properties_FilterOrAppenderOfTheApplicationWritesIntoThem_WhatFollowsPrintsIt(
        [Values] bool isFilter, [Values] bool ofAllContexts, [Values] bool hasOwn, [Values] bool batchRendering)
    {
        using Comparison comparison = new(Enriched, appender => appender.BatchRendering = batchRendering);

        comparison.AssertEqualFor(log =>
        {
            LoggingEvent loggingEvent = new(GetType(), log.Logger.Repository, "test", Level.Info, "text", exception: null);
            if (hasOwn)
            {
                loggingEvent.Properties["own"] = "own";
            }

            log.Logger.Log(loggingEvent);
        });
        Assert.That(comparison.Behind.Read(), Does.StartWith($"added {(hasOwn ? "own" : "(null)")} text\n"));

        Output Enriched()
        {
            Output output = Output.Text("%property{added} %property{own} %m%n");
            if (isFilter)
            {
                ((AppenderSkeleton)output.Appender).AddFilter(new DelegatingFilter(loggingEvent =>
                {
                    Write(loggingEvent);
                    return FilterDecision.Neutral;
                }));
                return output;
            }

            ForwardingAppender both = new();
            both.AddAppender(new SingleTakingAppender { OnAppend = Write });
            both.AddAppender(output.Appender);
            return output with { Appender = both };
        }

        void Write(LoggingEvent loggingEvent) =>
            (ofAllContexts ? loggingEvent.GetProperties() : loggingEvent.Properties)["added"] = "added";
    }

    private static LoggingEvent WithProperty(ILog log, string message)
    {
        ILogger logger = log.Logger;
        LoggingEvent loggingEvent = new(typeof(SharedEventTests), logger.Repository, logger.Name, Level.Info, message, exception: null);
        loggingEvent.Properties["own"] = "of the event";
        return loggingEvent;
    }

    private string PrintDirect<T>(T forwarder, string child, bool forwardedFirst)
        where T : IAppender, IAppenderAttachable, IFlushable
    {
        Output direct = Output.Text(Output.EveryPattern);
        if (child == "filtered")
        {
            forwarder.AddAppender(Output.Text(new DynamicPatternLayout("%m%n")).Appender); // for those that are turned away
        }

        Comparison.Attached(forwarder, Child(child));
        using TestRepository repository = Attach(forwarder, Flushing(() => forwardedFirst ? forwarder : null), direct.Appender);
        repository.Hierarchy.RendererMap.Put(typeof(SharedEventTests), new NumberRenderer());
        Comparison.OnCaller(() =>
        {
            for (int batch = 0; batch < 2; batch++)
            {
                ILog log = repository.Log();
                Located.Info(log, "text");
                Located.Info(log, 1234.5);
                Located.Info(log, child is "own layout" or "memory" ? "text" : this); // without a queue these render it for all
                log.Logger.Log(WithProperty(log, "with a property"));
                log.Logger.Log(new LoggingEvent(GetType(), log.Logger.Repository, new() { Level = Level.Info, Properties = new() }));
                forwarder.Flush(-1);
            }
        }, "de-DE");
        return direct.Read();
    }

    /// <summary>A buffer fixes what it takes, and closes the event for those that follow.</summary>
    private IAppender Child(string name) => name switch
    {
        "rolling file" => Output.File(
            Folder.File(Some.Name()), new PatternLayout("%date [%thread] %-5level %logger - %m%n"), new RollingFileAppender()).Appender,
        "own layout" => Output.Text(Output.Layout(e => $"{{\"message\": \"{e.RenderedMessage}\"}}\n")).Appender,
        "property" => Output.Text("%property{tenant} %m%n").Appender,
        "filtered" => Filtered(Output.Text("%identity %m%n")), // what turns an event away reads nothing of it
        "forwarder" => Comparison.Attached(new ForwardingAppender(), Output.Text("%m%n").Appender),
        "memory that takes errors" => new MemoryAppender { Fix = FixFlags.Partial, Threshold = Level.Error },
        _ => new MemoryAppender(),
    };

    private static IAppender Filtered(Output output)
    {
        ((AppenderSkeleton)output.Appender).AddFilter(new LoggerMatchFilter { LoggerToMatch = "another" });
        ((AppenderSkeleton)output.Appender).AddFilter(new DenyAllFilter());
        return output.Appender;
    }

    /// <summary>An appender that waits until an async appender before it has forwarded the event, and asks the event nothing.</summary>
    private static MemoryAppender Flushing(Func<IFlushable?> appender)
    {
        MemoryAppender flushing = new();
        flushing.AddFilter(new DelegatingFilter(_ =>
        {
            appender()?.Flush(-1);
            return FilterDecision.Deny;
        }));
        return flushing;
    }

    private static TestRepository Attach(params IAppender[] appenders)
    {
        TestRepository repository = new TestRepository().Attach(appenders[0]);
        Array.ForEach(appenders[1..], repository.Hierarchy.Root.AddAppender);
        return repository;
    }
}
