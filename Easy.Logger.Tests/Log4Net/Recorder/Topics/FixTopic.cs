using log4net.Core;

namespace Recorder;

/// <summary>What of a live event survives on another thread, for every Fix value and some sequences (<see cref="FixScenario"/>).</summary>
internal static class FixTopic
{
    private static readonly FixFlags[] _flags =
    [
        FixFlags.None, FixFlags.Mdc, FixFlags.Ndc, FixFlags.Message, FixFlags.ThreadName, FixFlags.LocationInfo, FixFlags.UserName,
        FixFlags.Domain, FixFlags.Identity, FixFlags.Exception, FixFlags.Properties, FixFlags.Partial, FixFlags.All,
        FixFlags.Message | FixFlags.ThreadName, FixFlags.UserName | FixFlags.Properties, FixFlags.Identity | FixFlags.Properties,
    ];

    public static void Run(Golden golden)
    {
        golden.Case("flag values", FlagValues);
        Scenario(golden, "Fix never set", _ => { });
        foreach (FixFlags flags in _flags)
        {
            Scenario(golden, "Fix = " + flags, e => e.Fix = flags);
        }

        Scenarios(golden);
        golden.Case("an event made from LoggingEventData: Fix tells All, missing values stay missing until read", EventFromData);
        golden.Case("time stamp", TimeStamp);
        golden.Case("equality, constants", Constants);
        golden.Case("a subclass of LoggingEvent sees FixVolatileData once per set", Subclass);
    }

    private static void FlagValues(Golden golden)
    {
        foreach (string name in Enum.GetNames<FixFlags>())
        {
            golden.Line($"{name} 0x{(int)Enum.Parse<FixFlags>(name):x}");
        }
    }

    private static void Scenarios(Golden golden)
    {
        Scenario(golden, "read on origin first (Message, ThreadName, exception, location), Fix = None", e =>
        {
            ReadAll(e);
            e.Fix = FixFlags.None;
        });
        Scenario(golden, "Fix = Message, then Fix = Properties on the reader", e => e.Fix = FixFlags.Message, e => e.Fix = FixFlags.Properties);
        Scenario(golden, "Fix = Partial twice", e =>
        {
            e.Fix = FixFlags.Partial;
            e.Fix = FixFlags.Partial;
        });
        Scenario(golden, "property looked up on origin before the change, not fixed", e => e.LookupProperty("thread"));
        Scenario(
            golden,
            "GetProperties on origin before the change, then Fix = Properties on the reader",
            e => e.GetProperties(),
            e => e.Fix = FixFlags.Properties);
        Scenario(golden, "GetLoggingEventData() on origin", e => e.GetLoggingEventData());
        Scenario(golden, "event properties set before Fix = Properties", e =>
        {
            e.Properties["event"] = "e";
            e.Properties["thread"] = "overridden by event";
            e.Fix = FixFlags.Properties;
        });
        Scenario(golden, "event properties set after Fix = Properties", e =>
        {
            e.Fix = FixFlags.Properties;
            e.Properties["event"] = "e";
        });
    }

    private static void Scenario(Golden golden, string name, Action<LoggingEvent> onOrigin, Action<LoggingEvent>? onReader = null)
        => golden.Case(name, () => new FixScenario(golden).Run(onOrigin, onReader));

    private static void ReadAll(LoggingEvent loggingEvent)
    {
        _ = loggingEvent.RenderedMessage;
        _ = loggingEvent.ThreadName;
        _ = loggingEvent.GetExceptionString();
        _ = loggingEvent.LocationInformation;
        _ = loggingEvent.Domain;
        _ = loggingEvent.Identity;
    }

    private static void EventFromData(Golden golden)
    {
        LoggingEventData sparse = new() { LoggerName = "a", Level = Level.Info, TimeStampUtc = Make.Time };
        LoggingEvent read = new(sparse);
        golden.Line($"Fix {read.Fix}");
        golden.Line(
            $"message {Golden.Quote(read.RenderedMessage)} thread is current {read.ThreadName == Environment.CurrentManagedThreadId.ToString()} "
            + $"domain {Golden.Quote(read.Domain)} exception {Golden.Quote(read.GetExceptionString())} "
            + $"location class {Golden.Quote(read.LocationInformation?.ClassName)}");
        // It has nothing to fix any more, and takes that without an exception.
        read.Fix = FixFlags.All;
        LoggingEvent given = new(sparse);
        given.Fix = FixFlags.All;
        golden.Line(
            $"Fix = All first: message {Golden.Quote(given.RenderedMessage)} thread {Golden.Quote(given.ThreadName)} "
            + $"domain {Golden.Quote(given.Domain)} exception {Golden.Quote(given.GetExceptionString())} "
            + $"location {(given.LocationInformation is null ? "<null>" : "value")} property {Golden.Show(given.LookupProperty("nope"))}");
        golden.Line($"given None: Fix {new LoggingEvent(null, null, sparse, FixFlags.None).Fix}");
    }

    private static void TimeStamp(Golden golden)
    {
        LoggingEvent live = Make.Live(null, Level.Info, "m");
        bool nearNow = Math.Abs((DateTime.UtcNow - live.TimeStampUtc).TotalSeconds) < 5;
        golden.Line($"live: utc kind {live.TimeStampUtc.Kind}, local kind {live.TimeStamp.Kind}, near now {nearNow}");
        LoggingEventData data = Make.Data("a", Level.Info, "m");
        golden.Line($"data: {Golden.Show(new LoggingEvent(data).TimeStampUtc)} / {Golden.Show(new LoggingEvent(data).TimeStamp)}");
        data.TimeStampUtc = DateTime.SpecifyKind(Make.Time, DateTimeKind.Unspecified);
        golden.Line($"unspecified kind in data: {Golden.Show(new LoggingEvent(data).TimeStampUtc)}");
        data.TimeStampUtc = DateTime.SpecifyKind(Make.Time, DateTimeKind.Local);
        golden.Line($"local kind in data: {Golden.Show(new LoggingEvent(data).TimeStampUtc)}");
    }

    private static void Constants(Golden golden)
    {
        golden.Line($"{LoggingEvent.HostNameProperty} {LoggingEvent.IdentityProperty} {LoggingEvent.UserNameProperty}");
        object? hostName = Make.Live(null, Level.Info, "m").LookupProperty(LoggingEvent.HostNameProperty);
        golden.Line($"log4net:HostName looked up by default: {Golden.Show(hostName)}");
    }

    private static void Subclass(Golden golden)
    {
        Journal journal = new();
        JournalEvent loggingEvent = new(journal);
        loggingEvent.Fix = FixFlags.Partial;
        loggingEvent.Fix = FixFlags.All;
        loggingEvent.Fix = FixFlags.All;
        golden.Line(journal.TakeOneLine());
    }

    private sealed class JournalEvent(Journal journal) : LoggingEvent(typeof(JournalEvent), null, "a", Level.Info, "m", null)
    {
        protected override void FixVolatileData(FixFlags flags)
        {
            journal.Add("FixVolatileData " + flags);
            base.FixVolatileData(flags);
        }
    }
}
