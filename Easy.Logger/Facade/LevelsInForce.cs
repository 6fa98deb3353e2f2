using log4net.Core;
using log4net.Repository;

namespace Easy.Logger.Facade;

/// <summary>
/// The levels of the facade's methods as one repository knows them: a configuration may give a level another value or another name to show.
/// One for all loggers of a repository. Safe for any thread.
/// </summary>
internal sealed class LevelsInForce
{
    private static readonly WeakCache<ILoggerRepository, LevelsInForce> _known = new();

    private volatile Snapshot _now = new(map: null);

    private LevelsInForce()
    {
    }

    public Level Trace => _now.Trace;

    public Level Debug => _now.Debug;

    public Level Info => _now.Info;

    public Level Warn => _now.Warn;

    public Level Error => _now.Error;

    public Level Fatal => _now.Fatal;

    /// <summary>The levels of a repository, also after it is configured anew.</summary>
    public static LevelsInForce Of(ILoggerRepository? repository) =>
        repository is null ? new LevelsInForce() : _known.GetOrAdd(repository, Follow);

    private static LevelsInForce Follow(ILoggerRepository repository)
    {
        LevelsInForce levels = new();
        repository.ConfigurationChanged += (_, _) =>
            levels._now = new Snapshot(repository.LevelMap); // before the first look, or a change between the two is missed
        levels._now = new Snapshot(repository.LevelMap);
        return levels;
    }

    private sealed class Snapshot(LevelMap? map)
    {
        public Level Trace { get; } = map?.LookupWithDefault(Level.Trace) ?? Level.Trace;

        public Level Debug { get; } = map?.LookupWithDefault(Level.Debug) ?? Level.Debug;

        public Level Info { get; } = map?.LookupWithDefault(Level.Info) ?? Level.Info;

        public Level Warn { get; } = map?.LookupWithDefault(Level.Warn) ?? Level.Warn;

        public Level Error { get; } = map?.LookupWithDefault(Level.Error) ?? Level.Error;

        public Level Fatal { get; } = map?.LookupWithDefault(Level.Fatal) ?? Level.Fatal;
    }
}
