using Easy.Logger.Rendering;
using log4net.Appender;
using log4net.Filter;
using log4net.Layout;

namespace Easy.Logger.Capture;

/// <summary>What a plan knows of one attached appender.</summary>
internal sealed class PlannedAppender
{
    /// <summary>An appender of which nothing is known: it gets the event itself.</summary>
    public static readonly PlannedAppender Unknown = new();

    public IAppender? Appender { get; init; }

    /// <summary>The levels that it took at that time: of other events nothing is captured for it.</summary>
    public LevelGate Gate { get; init; } = LevelGate.Open;

    /// <summary>The levels that one of the appenders behind it took as well, where it hands events on.</summary>
    public LevelGate GateToEnd { get; init; } = LevelGate.Open;

    /// <summary>
    /// Its own filters, where they looked at more than the level and read only: they are asked in the log call when that costs less than
    /// what is captured for it.
    /// </summary>
    public IFilter? Filters { get; init; }

    /// <summary>Its layout at that time.</summary>
    public ILayout? Layout { get; init; }

    /// <summary>What writes the text of the layout; <see langword="null" /> when only the layout can.</summary>
    public CompiledPattern? Pattern { get; init; }

    /// <summary>
    /// Whether it is known what it reads, and everything behind it. It then gets a copy of the event that holds what was captured;
    /// otherwise the event itself.
    /// </summary>
    public bool IsKnown { get; init; }

    /// <summary>What writes the text of the layouts of an <see cref="IBatchAppender" />, in their order.</summary>
    public IReadOnlyList<CompiledPattern?> Patterns { get; init; } = [];

    /// <summary>Those layouts.</summary>
    public IReadOnlyList<ILayout> Layouts { get; init; } = [];
}
