using System.Diagnostics.Tracing;
using Easy.Logger.EventSource;
using Easy.Logger.EventSource.Health;
using Easy.Logger.EventSource.Provider;

namespace Easy.Logger.Tests.EventSource;

/// <summary>Which session gets what, and what an event costs: nothing with EventPipe; listeners in the process allocate.</summary>
[Category("EventSource")]
[NonParallelizable] // no other test may listen
internal sealed class ListeningTests
{
    private const EventKeywords Health = EasyLoggerEventSource.Keywords.Health;
    private const int Events = 1_000;

    [Test]
    public void Append_NobodyListensOrWantsIt_RendersAndAllocatesNothing()
    {
        int rendered = 0;
        using AppenderScene scene = new(appender => appender.Layout = new DelegatingLayout((_, _) => rendered++));
        EventKeywords[] others =
            [EasyLoggerEventSource.Keywords.Exception, EasyLoggerEventSource.Keywords.Properties, EasyLoggerEventSource.Keywords.Health];
        foreach (EventKeywords other in others)
        {
            using ProviderListener listener = new(EventLevel.Verbose, other);
            scene.Append("text", Level.Fatal);
            Assert.That((rendered, listener.Of(scene.Logger).Count), Is.EqualTo((0, 0)), $"the keyword is {other}");
        }

        using (ProviderListener listener = new(EventLevel.Warning, EasyLoggerEventSource.Keywords.Message))
        {
            scene.Append("text", Level.Info);
            Assert.That(rendered, Is.Zero, "the level is not wanted");
            scene.Append("text", Level.Warn);
            Assert.That((rendered, listener.Of(scene.Logger).Count), Is.EqualTo((1, 1)));
        }

        Assert.That(EasyLoggerEventSource.Instance.IsEnabled(), Is.False);
        scene.Append("text", Level.Fatal);
        Assert.That(AllocatedBy(scene.Appender, scene.Event("text"), out _), Is.Zero);
        Assert.That(rendered, Is.EqualTo(1), "nobody listens any more");
    }

    [Test]
    public void Append_ExceptionAndProperties_AreWrittenWhenTheSessionAndTheAppenderWantThem(
        [Values(EventKeywords.None, EasyLoggerEventSource.Keywords.Exception, EasyLoggerEventSource.Keywords.Properties)]
        EventKeywords wanted,
        [Values] bool includes)
    {
        using AppenderScene scene = new(appender => (appender.IncludeException, appender.IncludeProperties) = (includes, includes));
        using ProviderListener listener = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message | wanted);
        LoggingEvent logged = scene.Event("text", Level.Error, new TimeoutException("too late"));
        logged.Properties["Tenant"] = "north";

        scene.Appender.DoAppend(logged);

        bool hasException = includes && wanted == EasyLoggerEventSource.Keywords.Exception;
        bool hasProperties = includes && wanted == EasyLoggerEventSource.Keywords.Properties;
        Assert.That(
            listener.Of(scene.Logger).Single().Text("exception"), Is.EqualTo(hasException ? logged.GetExceptionString() : string.Empty));
        Assert.That(listener.PropertiesOf(scene.Logger), Has.Count.EqualTo(hasProperties ? 1 : 0));
    }

    /// <summary>As a program that was compiled ahead of time has it.</summary>
    [Test]
    public void ActivateOptions_EventSourcesSwitchedOff_IsReported()
    {
        const string Switch = "System.Diagnostics.Tracing.EventSource.IsSupported";
        using InternalMessages messages = new();
        AppContext.SetSwitch(Switch, isEnabled: false);
        try
        {
            using AppenderScene scene = new();
            Assert.That(messages.Naming($"[{scene.Logger}]").Single(), Does.Contain("EventSourceSupport"));
        }
        finally
        {
            AppContext.SetSwitch(Switch, isEnabled: true);
        }
    }

    [TestCase("Shop.Orders:DEBUG;Shop:WARN;*:ERROR", "Shop.Orders", "DEBUG", true)]
    [TestCase("Shop.Orders:DEBUG;Shop:WARN;*:ERROR", "Shop.Orders.Import", "DEBUG", true)]
    [TestCase("Shop.Orders:DEBUG;Shop:WARN;*:ERROR", "Shop.OrdersOfOthers", "INFO", false)]
    [TestCase("Shop:WARN", "Shop", "INFO", false)]
    [TestCase("Shop:WARN", "Other", "FATAL", false)]
    [TestCase("*:ERROR", null, "WARN", false)]
    [TestCase(" Shop : warn ; ", "Shop", "WARN", true)]
    [TestCase("Shop", "Shop", "TRACE", true)]
    [TestCase("Shop:OFF;*", "Shop", "FATAL", false)]
    public void Passes_Rules_ByTheMostExact(string rules, string? logger, string level, bool expected)
    {
        Level asked =
            new[] { Level.Fatal, Level.Error, Level.Warn, Level.Info, Level.Debug, Level.Trace }.Single(known => known.Name == level);

        Assert.That(LoggerFilter.Parse(rules)!.Passes(logger, asked.Value), Is.EqualTo(expected));
    }

    [Test]
    public void Parse_NoRule_WantsEverything([Values(null, "", ";;", "Shop:LOUD", "Shop:WARN:3")] string? rules) =>
        Assert.That(LoggerFilter.Parse(rules), Is.Null);

    [Test]
    public void Session_WithAFilter_GetsItsLoggersOnlyAndTheNextOneAll()
    {
        using AppenderScene wanted = new();
        using AppenderScene other = new();
        Dictionary<string, string?> arguments = new() { [EasyLoggerEventSource.FilterSpecsArgument] = $"{wanted.Logger}:WARN" };
        using (ProviderListener some = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message, arguments))
        {
            Log();
            Assert.That((some.Of(wanted.Logger).Count, some.Of(other.Logger).Count), Is.EqualTo((1, 0)));
        }

        using ProviderListener all = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message);
        Log();
        Assert.That((all.Of(wanted.Logger).Count, all.Of(other.Logger).Count), Is.EqualTo((2, 2)));

        void Log()
        {
            foreach (AppenderScene scene in new[] { wanted, other })
            {
                scene.Append("text", Level.Info);
                scene.Append("text", Level.Warn);
            }
        }
    }

    [Test]
    public void Session_WantsHealth_GetsTheCountersOfTheAppenderAndItsChildrenAtOnce()
    {
        using GatedScene gate = new("""<overflow value="DropNewest" /><bufferSize value="10" /><queueLimit value="10" />""");
        gate.Log(5);
        gate.Appender.Flush(30_000);
        gate.HoldWorker();
        gate.Log(20);
        BufferStatistics counters = gate.Appender.Statistics;

        using ProviderListener listener = new(EventLevel.Informational, Health);
        Eventually.Holds(() => Of(listener, gate.Scene.Name).Count > 0 && Child() is not null, "the events");
        ProviderEvent health = Of(listener, gate.Scene.Name)[0];

        string[] fields = ["enqueued", "forwarded", "queueFull", "closed", "appenderError", "otherErrors", "rejected", "queueSize",
            "queueCapacity", "inFlight"];
        long[] expected = [counters.Accepted, 5, counters.Dropped, 0, 0, 0, 0, counters.Pending, 10, counters.InFlight];
        Assert.That(fields.Select(field => (long)health.Fields[field]!), Is.EqualTo(expected));
        Assert.That(counters.Dropped, Is.Positive);
        Assert.That((double)health.Fields["oldestAgeSeconds"]!, Is.Positive);
        Assert.That(
            ((long)Child()!.Fields["processed"]!, (long)Child()!.Fields["failed"]!, Child()!.Text("childType")),
            Is.EqualTo((5, 0, nameof(GatedAppender))));

        ProviderEvent? Child() => listener.All.FirstOrDefault(found => found.Id == 21 && found.Text("component") == gate.Scene.Name
            && found.Text("child") == "gate");
    }

    /// <summary>Until all have ended, what one has asked for is in force for all. Then it is forgotten.</summary>
    [Test]
    public void Session_WithAnInterval_GetsThemAgainUntilAllHaveEndedAndTheNextHasTheDefault()
    {
        using GatedScene gate = new(string.Empty);
        Dictionary<string, string?> arguments = new() { [EasyLoggerEventSource.HealthIntervalArgument] = "0.1" };
        Assert.That(EasyLoggerEventSource.Instance.WritesHealth, Is.False);
        using (ProviderListener without = new(EventLevel.Verbose, EasyLoggerEventSource.Keywords.Message))
        using (ProviderListener with = new(EventLevel.Informational, Health, arguments))
        {
            Eventually.Holds(() => Of(with, gate.Scene.Name).Count >= 3, "three of them");
            Assert.That(EasyLoggerEventSource.Instance.WritesHealth, Is.True);
            Assert.That(Of(without, gate.Scene.Name), Is.Empty, "it does not have the keyword");
        }

        Eventually.Holds(() => !EasyLoggerEventSource.Instance.WritesHealth, "the timer is gone");
        Assert.That(EasyLoggerEventSource.Instance.IsEnabled(), Is.False);
        Assert.That(EasyLoggerEventSource.Instance.HealthInterval, Is.EqualTo(TimeSpan.FromSeconds(HealthEvents.DefaultInterval)));
    }

    [TestCase("0.1", 0.1)]
    [TestCase("3600", 3_600.0)]
    [TestCase("0.09", null)]
    [TestCase("3601", null)]
    [TestCase("often", null)]
    public void Parse_Interval_TakesWhatIsWithinItsBounds(string? text, double? seconds) =>
        Assert.That(HealthEvents.Parse(text)?.TotalSeconds, Is.EqualTo(seconds));

    private static IReadOnlyList<ProviderEvent> Of(ProviderListener listener, string component) =>
        [.. listener.All.Where(found => found.Id == 20 && found.Text("component") == component)];

    /// <summary>A session that wants everything gets properties, which only those events pay for that have some.</summary>
    [TestCase(10)]
    [TestCase(10_000)]
    [TestCase(50_000, TestName = "{m}(too long)")]
    [TestCase(10, "\0", TestName = "{m}(has to be copied)")]
    [TestCase(10, "", true, TestName = "{m}(with an exception)")]
    [TestCase(10, "", false, true, TestName = "{m}(with a layout)")]
    [TestCase(10_000, "", false, true, TestName = "{m}(long and with a layout)")]
    [TestCase(10, "", false, false, EasyLoggerEventSource.Keywords.Properties, TestName = "{m}(for everything, without properties)")]
    public void Append_SessionAttached_AllocatesNothing(
        int length, string end = "", bool fails = false, bool hasLayout = false, EventKeywords others = EventKeywords.None)
    {
        using AppenderScene scene = new(appender => appender.Layout = hasLayout
            ? new DelegatingLayout((writer, logged) =>
            {
                writer.Write(logged.Level!.Name);
                writer.Write(' ');
                writer.Write(logged.RenderedMessage);
            })
            : null);
        LoggingEvent logged = others == EventKeywords.None
            ? scene.Event(new string('x', length) + end, Level.Info, fails ? new InvalidOperationException("failed") : null)
            : scene.EventWith(new PropertiesDictionary());
        logged.GetExceptionString(); // log4net makes it once per event
        using EventPipeTrace trace = new(EasyLoggerEventSource.Keywords.Message | EasyLoggerEventSource.Keywords.Exception | others);
        Eventually.Holds(EasyLoggerEventSource.Instance.IsEnabled, "the session has begun");
        long allocated = AllocatedBy(scene.Appender, logged, out int appended);
        IReadOnlyList<ProviderEvent> written = trace.End();

        Assert.That(allocated, Is.Zero);

        // What does not fit into the session's memory is lost, and cheaper: the number means something when all events, or at least very
        // many, have come.
        Assert.That(written.Count(read => read.IsLog && read.Logger == scene.Logger), Is.GreaterThan(appended / 4));
    }

    private static long AllocatedBy(EventSourceAppender appender, LoggingEvent logged, out int appended)
    {
        const int WarmUp = 500;
        int all = 0;
        Append(WarmUp);
        long allocated = Allocated.By(() => Append(Events));
        appended = all;
        return allocated;

        void Append(int count)
        {
            all += count;
            for (int i = 0; i < count; i++)
            {
                appender.DoAppend(logged);
            }
        }
    }
}
