using log4net.Core;
using log4net.Layout;
using log4net.Util;

namespace Recorder;

/// <summary>PatternLayout: every converter and formatting form against fixed events, and what needs a live event.</summary>
internal static partial class PatternsTopic
{
    public static void Run(Golden golden)
    {
        (string Name, LoggingEvent Event)[] events = [.. SampleEvents.All()];
        foreach (string pattern in _patterns)
        {
            golden.Case(Golden.Quote(pattern), () => Pattern(golden, pattern, events));
        }

        golden.Case("relative time: %r %timestamp of an event 1234.9 ms after LoggingEvent.StartTimeUtc, and 10 ms before", RelativeTime);
        golden.Case("exception object: options of %exception (live event, nested exception with HelpLink and Source set)", ExceptionOptions);
        golden.Case("location of a live event", Location);
        golden.Case("live event: %appdomain %identity %thread %username without anything fixed", Surroundings);
        golden.Case("custom converters", CustomConverters);
        golden.Case("culture: a decimal comma and other month names on the current thread", Culture);
    }

    private static void Pattern(Golden golden, string pattern, (string Name, LoggingEvent Event)[] events)
    {
        using LogLogCapture capture = new();
        PatternLayout layout = new(pattern);
        golden.Line($"IgnoresException={layout.IgnoresException}");
        golden.Lines(capture.Take());
        foreach ((string name, LoggingEvent loggingEvent) in events)
        {
            golden.Line($"{name,-9} {Golden.Try(() => Sorted(layout.Format(loggingEvent)))}");
            golden.Lines(capture.Take());
        }
    }

    private static void RelativeTime(Golden golden)
    {
        LoggingEvent after = StartedAfter(1234.9);
        LoggingEvent before = StartedAfter(-10);
        foreach (string pattern in new[] { "%r", "%timestamp", "[%8r]", "[%-8timestamp]", "[%.2r]" })
        {
            golden.Line($"{pattern}: {Formatted(pattern, after)} {Formatted(pattern, before)}");
        }

        golden.Line($"StartTimeUtc kind {LoggingEvent.StartTimeUtc.Kind}, StartTime kind {LoggingEvent.StartTime.Kind}");
        golden.Line($"detail pattern: {Formatted(PatternLayout.DetailConversionPattern, after)}");
    }

    private static LoggingEvent StartedAfter(double milliseconds)
    {
        LoggingEventData data = Make.Data("a", Level.Info, "m");
        data.TimeStampUtc = LoggingEvent.StartTimeUtc.AddMilliseconds(milliseconds);
        return new LoggingEvent(data);
    }

    private static void ExceptionOptions(Golden golden)
    {
        Exception exception = Make.Nested();
        exception.HelpLink = "help";
        exception.Source = "source";
        string[] patterns =
        [
            "%exception", "%exception{message}", "%exception{Message}", "%exception{source}", "%exception{stacktrace}",
            "%exception{targetsite}", "%exception{helplink}", "%exception{other}", "[%-50exception{message}]",
        ];
        foreach (string pattern in patterns)
        {
            golden.Line(
                $"{pattern}: no repository {Formatted(pattern, Make.Live(null, Level.Info, "m", exception))}, "
                + $"repository {Formatted(pattern, Make.Live(Make.Repository(), Level.Info, "m", exception))}, "
                + $"no exception {Formatted(pattern, Make.Live(Make.Repository(), Level.Info, "m"))}");
        }
    }

    private static void Location(Golden golden)
    {
        LoggingEvent loggingEvent = CallSite.Outer();
        string[] patterns =
        [
            "%C", "%type{1}", "%M", "%F", "%L", "%l",
            "%stacktrace", "%stacktrace{2}", "%stacktracedetail{2}", "%stacktrace{0}", "%stacktrace{x}",
        ];
        foreach (string pattern in patterns)
        {
            using LogLogCapture capture = new();
            golden.Line($"{pattern}: {Formatted(pattern, loggingEvent)}");
            golden.Lines(capture.Take());
        }

        golden.Line("through ILog: " + Golden.Quote(CallSite.ThroughLog()));
    }

    /// <summary>What an event asks the thread and the process for.</summary>
    private static void Surroundings(Golden golden)
    {
        OtherThread.Run(
            () =>
            {
                LoggingEvent loggingEvent = Live();
                golden.Line($"appdomain {Formatted("%a", loggingEvent)}");
                golden.Line($"identity {Formatted("%u", loggingEvent)}");
                golden.Line($"thread {Formatted("%t", loggingEvent)}");
                golden.Line($"username is Environment.UserName: {new PatternLayout("%w").Format(loggingEvent) == Environment.UserName}");
            },
            "named-thread");
        Task.Run(() => golden.Line($"pool thread: the managed thread id: {ThreadIsShownById()}")).Wait();
        OtherThread.Run(() => golden.Line($"unnamed thread: the managed thread id: {ThreadIsShownById()}"));
    }

    private static bool ThreadIsShownById() => new PatternLayout("%t").Format(Live()) == Environment.CurrentManagedThreadId.ToString();

    private static LoggingEvent Live() => Make.Live(Make.Repository(), Level.Info, "m");

    private static void CustomConverters(Golden golden)
    {
        LoggingEvent loggingEvent = Make.Event("a", Level.Info, "hello");
        PatternLayout layout = new() { ConversionPattern = "%up{x}|%5up|%m" };
        layout.AddConverter("up", typeof(UpperConverter));
        layout.AddConverter("m", typeof(UpperConverter));
        layout.ActivateOptions();
        golden.Line(Golden.Quote(layout.Format(loggingEvent)));

        ConverterInfo info = new() { Name = "w", Type = typeof(UpperConverter) };
        info.AddProperty(new PropertyEntry { Key = "k", Value = "v" });
        PatternLayout withProperty = new() { ConversionPattern = "%w" };
        withProperty.AddConverter(info);
        withProperty.ActivateOptions();
        golden.Line(Golden.Quote(withProperty.Format(loggingEvent)));

        golden.Line("AddConverter(not a converter) " + Golden.Try(() => layout.AddConverter("bad", typeof(string))));
        PatternLayout reassigned = new("%m");
        reassigned.ConversionPattern = "%p";
        golden.Line("a new ConversionPattern without ActivateOptions: " + Golden.Quote(reassigned.Format(loggingEvent)));
    }

    private static void Culture(Golden golden)
    {
        using Cultures cultures = new();
        LoggingEventData data = Make.Data("a", Level.Info, "m");
        data.Properties = new PropertiesDictionary { ["number"] = 12.5 };
        LoggingEvent loggingEvent = new(data);
        foreach (string pattern in new[] { "%date{DATE}", "%date{dd MMM yyyy}", "%property{number}" })
        {
            golden.Line($"{pattern}: {Formatted(pattern, loggingEvent)}");
        }

        golden.Line($"message object 12.5: {Formatted("%m", Make.Live(Make.Repository(), Level.Info, 12.5))}");
    }

    private static string Formatted(string pattern, LoggingEvent loggingEvent) => Golden.Quote(new PatternLayout(pattern).Format(loggingEvent));

    /// <summary>The order of several properties is that of a hash table: a list of all of them is sorted.</summary>
    private static string Sorted(string text)
    {
        int start = text.IndexOf('{', StringComparison.Ordinal);
        int end = text.LastIndexOf('}');
        if (start < 0 || end < start || !text.Contains("user=ann", StringComparison.Ordinal))
        {
            return text;
        }

        IEnumerable<string> entries = text[(start + 1)..end].Split(", ").Order(StringComparer.Ordinal);
        return text[..(start + 1)] + string.Join(", ", entries) + text[end..];
    }
}
