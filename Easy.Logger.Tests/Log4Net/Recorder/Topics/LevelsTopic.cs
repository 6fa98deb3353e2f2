using System.Reflection;
using log4net;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>Predefined levels, their order and equality, the level map of a fresh repository.</summary>
internal static class LevelsTopic
{
    private static readonly (string Field, Level Level)[] _predefined =
    [
        .. typeof(Level).GetFields(BindingFlags.Public | BindingFlags.Static)
            .OrderBy(field => field.Name, StringComparer.Ordinal)
            .Select(field => (field.Name, (Level)field.GetValue(null)!))
    ];

    public static void Run(Golden golden)
    {
        golden.Case("fields (field: name value display)", Fields);
        golden.Case("operators, row against column: ==, Equals, same hash, Compare", Operators);
        golden.Case("level map of a fresh repository", LevelMapOfFreshRepository);
        golden.Case("ILog follows a redefined level after the configuration changed event", RedefinedLevel);
    }

    private static void Fields(Golden golden)
    {
        foreach ((string field, Level level) in _predefined)
        {
            golden.Line($"{field}: {level.Name} {level.Value} {level.DisplayName} ToString={level}");
        }
    }

    private static void Operators(Golden golden)
    {
        CompareNamesakes(golden);
        CompareWithItself(golden);
        golden.Line(
            $"Compare(WARN, INFO) {Math.Sign(Level.Compare(Level.Warn, Level.Info))}, Compare(null, INFO) {Level.Compare(null, Level.Info)}, "
            + $"Compare(INFO, null) {Level.Compare(Level.Info, null)}, Compare(null, null) {Level.Compare(null, null)}");
        CompareWith(golden, none: null);
        golden.Line(
            $"CompareTo(null) {Golden.Try(() => Level.Info.CompareTo((object?)null))}, "
            + $"CompareTo(string) {Golden.Try(() => Level.Info.CompareTo("x"))}");
        golden.Line($"new Level(1, null) {Golden.Try(() => new Level(1, null!))}, new Level(1, n, null) {Golden.Try(() => new Level(1, "n", null!))}");
    }

    private static void CompareWith(Golden golden, Level? none)
    {
        bool equalsNull = Level.Info.Equals((object?)none);
        bool equalsText = Level.Info.Equals("INFO");
        golden.Line($"null == null {none == null}, null == INFO {none == Level.Info}, INFO.Equals(null) {equalsNull}, INFO.Equals(string) {equalsText}");
        golden.Line(
            $"null >= INFO {Golden.Try(() => none >= Level.Info)}, INFO >= null {Golden.Try(() => Level.Info >= none)}, "
            + $"null < INFO {Golden.Try(() => none < Level.Info)}");
    }

    /// <summary>Several levels have one value under two names.</summary>
    private static void CompareNamesakes(Golden golden)
    {
        Level[] levels = [.. Sorted(_predefined.Select(predefined => predefined.Level))];
        foreach (Level a in levels)
        {
            foreach (Level b in levels.Where(other => other.Value == a.Value && !ReferenceEquals(other, a)))
            {
                golden.Line(
                    $"{a} / {b}: == {a == b}, Equals {a.Equals(b)}, hash {a.GetHashCode() == b.GetHashCode()}, "
                    + $"Compare {Level.Compare(a, b)}, CompareTo {a.CompareTo((object)b)}");
            }
        }
    }

    private static void CompareWithItself(Golden golden)
    {
#pragma warning disable CS1718 // the operators are asked about one and the same level on purpose
        golden.Line(
            $"WARN > INFO {Level.Warn > Level.Info}, WARN < INFO {Level.Warn < Level.Info}, WARN >= WARN {Level.Warn >= Level.Warn}, "
            + $"WARN <= INFO {Level.Warn <= Level.Info}, WARN != WARN {Level.Warn != Level.Warn}");
#pragma warning restore CS1718
    }

    private static void LevelMapOfFreshRepository(Golden golden)
    {
        LevelMap map = Make.Repository().LevelMap;
        foreach (Level level in Sorted(map.AllLevels.Cast<Level>()))
        {
            golden.Line($"{level.Name} {level.Value}");
        }

        golden.Line(
            $"[warn] -> {map["warn"]}, [Warn] -> {map["Warn"]}, [nope] -> {(map["nope"] is null ? "<null>" : "value")}, "
            + $"[null] {Golden.Try(() => map[null!])}");
        map.Add("AUDIT", 65000);
        map.Add("NOISE", 15000, "noise!");
        golden.Line($"added AUDIT {map["audit"]?.Value} display {map["AUDIT"]?.DisplayName}; NOISE display {map["noise"]?.DisplayName}");
        map.Add("WARN", 61000);
        golden.Line($"redefined WARN {map["WARN"]?.Value}, Level.Warn stays {Level.Warn.Value}");
        Level redefined = map.LookupWithDefault(new Level(60000, "WARN"));
        golden.Line($"LookupWithDefault(WARN 60000) -> {redefined.Value}");
        Level missing = map.LookupWithDefault(new Level(5, "MISSING"));
        golden.Line($"LookupWithDefault(MISSING 5) -> {missing.Value}, now in map {map["MISSING"] is not null}");
        golden.Line($"Add(\"\", 1) {Golden.Try(() => map.Add("", 1))}, Add(null, 1) {Golden.Try(() => map.Add(null!, 1))}");
        map.Clear();
        golden.Line($"after Clear: {map.AllLevels.Count}");
    }

    private static void RedefinedLevel(Golden golden)
    {
        Hierarchy repository = Make.Repository();
        ProbeAppender probe = new() { Name = "p" };
        repository.Root.AddAppender(probe);
        ILog log = LogManager.GetLogger(repository.Name, "a");
        List<Level?> seen = [];
        probe.OnAppend = e => seen.Add(e.Level);
        repository.LevelMap.Add("WARN", 61000);
        log.Warn("x");
        golden.Line($"before RaiseConfigurationChanged: {seen[0]?.Value}");
        repository.RaiseConfigurationChanged(EventArgs.Empty);
        log.Warn("x");
        golden.Line($"after: {seen[1]?.Value}");
    }

    private static IEnumerable<Level> Sorted(IEnumerable<Level> levels)
        => levels.OrderByDescending(level => level.Value).ThenBy(level => level.Name, StringComparer.Ordinal);
}
