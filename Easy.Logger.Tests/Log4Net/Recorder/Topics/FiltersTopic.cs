using log4net.Core;
using log4net.Filter;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>Decisions of every filter, chains, thresholds.</summary>
internal static class FiltersTopic
{
    private static readonly bool[] _acceptOrNot = [true, false];

    public static void Run(Golden golden)
    {
        golden.Case("LevelMatchFilter", LevelMatch);
        golden.Case("LevelRangeFilter", LevelRange);
        golden.Case("LoggerMatchFilter (logger names: App, App.Web, Apple, app, null)", LoggerMatch);
        golden.Case("StringMatchFilter (messages: has the word, HAS THE WORD, nothing, empty, null)", StringMatch);
        golden.Case("PropertyFilter (property k: word, absent, 5; event with repository)", Property);
        golden.Case("DenyAllFilter, NdcFilter, MdcFilter", OtherFilters);
        golden.Case("chains on an appender", Chains);
        golden.Case("filter list handling", FilterList);
        golden.Case("appender threshold and filter: the threshold comes first", Threshold);
    }

    private static void LevelMatch(Golden golden)
    {
        foreach (Level? match in new Level?[] { null, Level.Warn, Level.Trace })
        {
            foreach (bool accept in _acceptOrNot)
            {
                LevelMatchFilter filter = new() { LevelToMatch = match, AcceptOnMatch = accept };
                golden.Line($"match {Golden.Show(match?.Name)} accept {accept}: {DecisionsByLevel(filter)}");
            }
        }

        golden.Line($"default AcceptOnMatch {new LevelMatchFilter().AcceptOnMatch}");
    }

    private static void LevelRange(Golden golden)
    {
        (Level? Min, Level? Max)[] ranges = [(null, null), (Level.Info, null), (null, Level.Warn), (Level.Info, Level.Warn), (Level.Error, Level.Debug)];
        foreach ((Level? min, Level? max) in ranges)
        {
            foreach (bool accept in _acceptOrNot)
            {
                LevelRangeFilter filter = new() { LevelMin = min, LevelMax = max, AcceptOnMatch = accept };
                golden.Line($"{Golden.Show(min?.Name)}..{Golden.Show(max?.Name)} accept {accept}: {DecisionsByLevel(filter)}");
            }
        }
    }

    private static void LoggerMatch(Golden golden)
    {
        foreach (string? match in new[] { null, "", "App", "App.", "App.Web" })
        {
            foreach (bool accept in _acceptOrNot)
            {
                LoggerMatchFilter filter = new() { LoggerToMatch = match, AcceptOnMatch = accept };
                string decisions = Decisions(filter, ["App", "App.Web", "Apple", "app", null], logger => Make.Event(logger, Level.Info, "m"));
                golden.Line($"match {Golden.Show(match)} accept {accept}: {decisions}");
            }
        }
    }

    private static void StringMatch(Golden golden)
    {
        (string? Text, string? Regex)[] matches = [(null, null), ("word", null), (null, "w[a-z]rd$"), ("nothing", "word"), ("", null)];
        foreach ((string? text, string? regex) in matches)
        {
            foreach (bool accept in _acceptOrNot)
            {
                StringMatchFilter filter = new() { StringToMatch = text, RegexToMatch = regex, AcceptOnMatch = accept };
                filter.ActivateOptions();
                string decisions = Decisions(
                    filter, ["has the word", "HAS THE WORD", "nothing", "", null], message => Make.Event("a", Level.Info, message));
                golden.Line($"string {Golden.Show(text)} regex {Golden.Show(regex)} accept {accept}: {decisions}");
            }
        }

        StringMatchFilter notActivated = new() { RegexToMatch = "word" };
        golden.Line($"regex without ActivateOptions: {notActivated.Decide(Make.Event("a", Level.Info, "word"))}");
        golden.Line($"bad regex: {Golden.Try(() => new StringMatchFilter { RegexToMatch = "(" }.ActivateOptions())}");
    }

    private static void Property(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        (string? Key, string? Text, string? Regex)[] matches =
            [(null, "word", null), ("k", null, null), ("k", "word", null), ("k", null, "^w"), ("k", "(null)", null), ("k", "5", null)];
        foreach ((string? key, string? text, string? regex) in matches)
        {
            foreach (bool accept in _acceptOrNot)
            {
                PropertyFilter filter = new() { Key = key, StringToMatch = text, RegexToMatch = regex, AcceptOnMatch = accept };
                filter.ActivateOptions();
                string decisions = Decisions(filter, new object?[] { "word", null, 5 }, value => WithProperty(repository, value));
                golden.Line($"key {Golden.Show(key)} string {Golden.Show(text)} regex {Golden.Show(regex)} accept {accept}: {decisions}");
            }
        }

        PropertyFilter word = new() { Key = "k", StringToMatch = "word" };
        golden.Line($"event without repository: {Golden.Try(() => word.Decide(WithProperty(null, "word")))}");
    }

    private static void OtherFilters(Golden golden)
    {
        golden.Line($"{new DenyAllFilter().Decide(Make.Event("a", Level.Info, "m"))}");
        golden.Line($"NdcFilter key {new NdcFilter().Key}, MdcFilter key {Golden.Show(new MdcFilter().Key)}");
        golden.Line($"decide null event: {Golden.Try(() => new LevelMatchFilter().Decide(null!))}");
    }

    private static void Chains(Golden golden)
    {
        Chain(golden, "none");
        Chain(golden, "accept WARN, deny all", new LevelMatchFilter { LevelToMatch = Level.Warn }, new DenyAllFilter());
        Chain(golden, "deny WARN", new LevelMatchFilter { LevelToMatch = Level.Warn, AcceptOnMatch = false });
        Chain(
            golden,
            "range INFO..WARN accept, then deny text drop",
            new LevelRangeFilter { LevelMin = Level.Info, LevelMax = Level.Warn },
            new StringMatchFilter { StringToMatch = "drop", AcceptOnMatch = false });
        Chain(
            golden,
            "range INFO..WARN neutral, then deny text drop",
            new LevelRangeFilter { LevelMin = Level.Info, LevelMax = Level.Warn, AcceptOnMatch = false },
            new StringMatchFilter { StringToMatch = "drop", AcceptOnMatch = false });
        Chain(
            golden,
            "accept text keep, accept logger B, deny all",
            new StringMatchFilter { StringToMatch = "keep" },
            new LoggerMatchFilter { LoggerToMatch = "B" },
            new DenyAllFilter());
    }

    private static void Chain(Golden golden, string name, params IFilter[] filters)
    {
        ProbeAppender probe = new() { Name = "p" };
        foreach (IFilter filter in filters)
        {
            probe.AddFilter(filter);
        }

        probe.DoAppend(
        [
            Make.Event("A", Level.Debug, "keep-debug"),
            Make.Event("B", Level.Info, "drop-info"),
            Make.Event("A", Level.Warn, "drop-warn"),
            Make.Event("A", Level.Error, "error"),
        ]);
        probe.DoAppend(Make.Event("B", Level.Fatal, "single"));
        golden.Line($"{name}: {probe.Journal.TakeOneLine()}");
    }

    private static void FilterList(Golden golden)
    {
        ProbeAppender probe = new() { Name = "p" };
        DenyAllFilter first = new();
        DenyAllFilter second = new();
        probe.AddFilter(first);
        probe.AddFilter(second);
        golden.Line(
            $"head is first {ReferenceEquals(probe.FilterHead, first)}, next is second {ReferenceEquals(first.Next, second)}, "
            + $"last next {(second.Next is null ? "<null>" : "value")}");
        probe.ClearFilters();
        golden.Line(
            $"cleared: head {(probe.FilterHead is null ? "<null>" : "value")}, "
            + $"first still points to second {ReferenceEquals(first.Next, second)}");
        golden.Line($"AddFilter(null) {Golden.Try(() => probe.AddFilter(null!))}");
    }

    private static void Threshold(Golden golden)
    {
        Journal journal = new();
        ProbeAppender probe = new() { Name = "p", Journal = journal, Threshold = Level.Warn };
        probe.AddFilter(new JournalFilter(journal));
        probe.DoAppend(Make.Event("A", Level.Info, "info"));
        probe.DoAppend(Make.Event("A", Level.Warn, "warn"));
        probe.DoAppend(Make.Event("A", null, "no level"));
        golden.Line(journal.TakeOneLine());
        golden.Line($"default threshold {new ProbeAppender().Threshold}");
        probe.Threshold = null!;
        golden.Line($"null threshold: {Golden.Try(() => probe.DoAppend(Make.Event("A", Level.Info, "info")))} {journal.TakeOneLine()}");
    }

    private static LoggingEvent WithProperty(Hierarchy? repository, object? value)
    {
        LoggingEvent loggingEvent = Make.Live(repository, Level.Info, "m");
        if (value is not null)
        {
            loggingEvent.Properties["k"] = value;
        }

        return loggingEvent;
    }

    private static string Decisions<T>(IFilter filter, IEnumerable<T> cases, Func<T, LoggingEvent> makeEvent)
        => string.Join(' ', cases.Select(one => filter.Decide(makeEvent(one))));

    private static string DecisionsByLevel(IFilter filter)
    {
        Level?[] levels = [Level.Trace, Level.Finer, Level.Debug, Level.Info, Level.Warn, Level.Error, null];
        return string.Join(' ', levels.Select(level => $"{level?.Name ?? "null"}={filter.Decide(Make.Event("a", level, "m"))}"));
    }

    private sealed class JournalFilter(Journal journal) : FilterSkeleton
    {
        public override FilterDecision Decide(LoggingEvent loggingEvent)
        {
            journal.Add("filter " + loggingEvent.RenderedMessage);
            return FilterDecision.Neutral;
        }
    }
}
