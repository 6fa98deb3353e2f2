using Easy.Logger.Tests.Support;
using log4net;
using log4net.Appender;
using log4net.Core;
using log4net.Filter;
using log4net.Layout;

namespace Easy.Logger.Tests.Fidelity;

/// <summary>An event belongs to all appenders of its logger: those that get it after the async appender, or beside it, see no difference.</summary>
internal sealed class SharedEventTests
{
    private const FixFlags WithoutProperties = FixFlags.Message | FixFlags.ThreadName | FixFlags.Exception;

    private readonly TempFolder _folder = new();
    private readonly TestRepository _repository = new();

    [TearDown]
    public void End()
    {
        _repository.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void DirectAppender_AfterTheAsyncAppender_PrintsWhatItPrintsWithoutIt(
        [Values("rolling file", "own layout", "forwarder", "memory")] string child, [Values] bool forwardedFirst)
    {
        string without = PrintDirect(new ForwardingAppender(), child, forwardedFirst);
        string with = PrintDirect(new AsyncBufferingForwardingAppender { IdleTime = 3_600_000, FlushLevel = Level.Off }, child, forwardedFirst);

        Assert.That(without, Does.Contain(".Info:").And.Contain("|jane|").And.Contain("|blue|outer|"), "otherwise this compares nothing");
        Assert.That(with, Is.EqualTo(without));
    }

    [Test]
    public void PropertyOfTheEvent_NotFixed_IsPrintedInEveryLine()
    {
        using Comparison comparison = new(() => Output.Text("%property{own} %m%n"), appender => appender.Fix = WithoutProperties);

        comparison.AssertEqualFor(log =>
        {
            for (int i = 0; i < 3; i++)
            {
                log.Logger.Log(WithProperty(log, $"{i}"));
            }
        });
    }

    [Test]
    public void PropertyOfTheCaller_NotFixed_IsPrintedByADirectAppenderThatComesLater()
    {
        Output direct = Output.Text("%property{tenant} %m%n");
        AsyncBufferingForwardingAppender appender =
            Comparison.NewAsync(Output.Text("%property{tenant} %m%n").Appender, appender => appender.Fix = WithoutProperties);
        AttachInOrder(appender, new SingleTakingAppender { OnAppend = _ => appender.Flush(-1) }, direct.Appender);

        Comparison.OnCaller(() => LogTimes(3));

        Assert.That(direct.Read(), Is.EqualTo("blue 0\nblue 1\nblue 2\n"));
    }

    [Test]
    public void ContextOfTheWorker_AppearsInNoEvent([Values] bool fixChosen)
    {
        Output child = Output.Text("%property{worker} %m%n");
        Output direct = Output.Text("%property{worker} %m%n");
        SingleTakingAppender contextSetter = new() { OnAppend = _ => ThreadContext.Properties["worker"] = "worker" };
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(contextSetter, appender =>
        {
            if (fixChosen)
            {
                appender.Fix = WithoutProperties;
            }
        });
        appender.AddAppender(child.Appender);
        AttachInOrder(appender, new SingleTakingAppender { OnAppend = _ => appender.Flush(-1) }, direct.Appender);

        LogTimes(3);

        const string Lines = "(null) 0\n(null) 1\n(null) 2\n";
        Assert.That(direct.Read(), Is.EqualTo(Lines));
        Assert.That(child.Read(), Is.EqualTo(Lines));
    }

    [Test]
    public void Event_OnceTheCallIsBack_IsNotWrittenTo()
    {
        List<LoggingEvent> events = [];
        AsyncBufferingForwardingAppender appender = Comparison.NewAsync(Output.Text("%m%n").Appender);
        AttachInOrder(appender, new SingleTakingAppender { OnAppend = events.Add });
        LogTimes(3);
        appender.Flush(-1);

        LogTimes(3);
        string[] before = [.. events.Select(State)];
        ((TextWriterAppender)appender.Appenders[0]).AddFilter(new StringMatchFilter { StringToMatch = "nothing" });
        appender.Flush(-1);

        Assert.That(events.Select(State), Is.EqualTo(before));

        static string State(LoggingEvent e) => $"{e.MessageObject}: {e.Fix}, {e.LocationInfo is null}, {e.Properties.Count}";
    }

    [Test]
    public void LayoutThatWritesIntoTheEvent_DisturbsNoOtherAsyncAppender()
    {
        using ManualResetEventSlim reading = new();
        using ManualResetEventSlim written = new();
        AsyncBufferingForwardingAppender reader = Comparison.NewAsync(Output.Text(new DelegatingLayout((_, e) => ReadSlowly(e))).Appender);
        AsyncBufferingForwardingAppender writer = Comparison.NewAsync(Output.Text(new DelegatingLayout((_, e) => Write(e))).Appender);
        AttachInOrder(reader, writer);

        Comparison.OnCaller(() => LogTimes(1));
        using BackgroundCall<bool> flush = new(() => writer.Flush(-1));
        reader.Flush(-1);

        Assert.That(flush.Result, Is.True);
        Assert.That((reader.Statistics.Failed, writer.Statistics.Failed), Is.EqualTo((0L, 0L)));

        void ReadSlowly(LoggingEvent e)
        {
            foreach (KeyValuePair<string, object?> _ in (IEnumerable<KeyValuePair<string, object?>>)e.GetProperties())
            {
                reading.Set();
                written.Wait(Eventually.Patience);
            }
        }

        void Write(LoggingEvent e)
        {
            reading.Wait(Eventually.Patience);
            e.GetProperties()[Guid.NewGuid().ToString()] = "by the layout";
            written.Set();
        }
    }

    private static LoggingEvent WithProperty(ILog log, string message)
    {
        LoggingEvent loggingEvent = new(typeof(SharedEventTests), log.Logger.Repository, log.Logger.Name, Level.Info, message, exception: null);
        loggingEvent.Properties["own"] = "of the event";
        return loggingEvent;
    }

    private string PrintDirect(ForwardingAppender forwarder, string child, bool forwardedFirst) =>
        PrintDirect(forwarder, forwarder.AddAppender, child, forwardedFirst);

    private string PrintDirect(BufferingForwardingAppender forwarder, string child, bool forwardedFirst) =>
        PrintDirect(forwarder, forwarder.AddAppender, child, forwardedFirst);

    private string PrintDirect(AppenderSkeleton forwarder, Action<IAppender> add, string child, bool forwardedFirst)
    {
        using TestRepository repository = new();
        Output direct = Output.Text(Output.EveryPattern);
        add(Child(child));
        forwarder.ActivateOptions();
        repository.Attach(forwarder);
        SingleTakingAppender flushing = new() { OnAppend = _ => Flush() };
        repository.Hierarchy.Root.AddAppender(flushing);
        repository.Hierarchy.Root.AddAppender(direct.Appender);
        Comparison.OnCaller(() =>
        {
            for (int batch = 0; batch < 2; batch++)
            {
                ILog log = repository.Log();
                Located.Info(log, "text");
                Located.Info(log, 1234.5);
                log.Logger.Log(WithProperty(log, "with a property"));
                ((IFlushable)forwarder).Flush(-1);
            }
        });
        return direct.Read();

        void Flush()
        {
            if (forwardedFirst)
            {
                ((IFlushable)forwarder).Flush(-1);
            }
        }
    }

    private IAppender Child(string name)
    {
        switch (name)
        {
            case "rolling file":
                return Output.File(_folder.File($"{Some.Name()}.log"), new PatternLayout("%date [%thread] %-5level %logger - %m%n"), new RollingFileAppender()).Appender;
            case "own layout":
                return Output.Text(new DelegatingLayout((writer, e) => writer.Write($"{{\"message\": \"{e.RenderedMessage}\"}}\n"))).Appender;
            case "forwarder":
                ForwardingAppender forwarder = new();
                forwarder.AddAppender(Output.Text("%m%n").Appender);
                return forwarder;
            default:
                return new MemoryAppender();
        }
    }

    private void AttachInOrder(params IAppender[] appenders)
    {
        _repository.Attach(appenders[0]);
        foreach (IAppender appender in appenders.Skip(1))
        {
            _repository.Hierarchy.Root.AddAppender(appender);
        }
    }

    private void LogTimes(int count)
    {
        ILog log = _repository.Log();
        for (int i = 0; i < count; i++)
        {
            log.InfoFormat("{0}", i);
        }
    }
}
