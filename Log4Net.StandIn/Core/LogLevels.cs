namespace log4net.Core;

/// <summary>The five levels of an <see cref="ILog"/> as one repository defines them; exchanged as one piece, so that no call sees half of a change.</summary>
internal sealed class LogLevels(Func<Level, Level> definition)
{
    internal static readonly LogLevels Standard = new(static level => level);

    internal Level Debug { get; } = definition(Level.Debug);
    internal Level Info { get; } = definition(Level.Info);
    internal Level Warn { get; } = definition(Level.Warn);
    internal Level Error { get; } = definition(Level.Error);
    internal Level Fatal { get; } = definition(Level.Fatal);
}
