using log4net.Core;

namespace Benchmarker.Compare;

/// <summary>What a thread does between two others.</summary>
internal abstract record Step;

internal sealed record LogStep(Level Level, CallKind Call, MessageSpec Message, bool HasException, string? Property, string Logger) : Step;

internal sealed record ContextStep(ContextKind Context, string Key, ValueKind Value, int Number) : Step;

internal sealed record CultureStep(int Culture) : Step;

internal sealed record PrincipalStep(string? Name) : Step;

/// <summary>Changes what mutable values of the thread print.</summary>
internal sealed record MutateStep : Step;

internal enum CallKind
{
    Message,
    Format,
    Event,
    SubclassedEvent,
    DataEvent,
    CompleteDataEvent,
    EventArray,
}

internal enum ContextKind
{
    Thread,
    Logical,
    Global,
    ThreadStack,
    LogicalStack,
}

internal enum ValueKind
{
    Text,
    Number,
    Double,
    Date,
    Null,
    Mutable,
    Throwing,
}

/// <summary>The message of a log call, or the format with its arguments.</summary>
internal sealed record MessageSpec(ValueKind Kind, string Format, IReadOnlyList<ValueKind> Arguments, bool ReusesArray, int Number)
{
    public override string ToString() =>
        $"{Kind} '{Format}' ({string.Join(", ", Arguments)}){(ReusesArray ? " array reused" : string.Empty)} {Number}";
}

/// <summary>Something that an application does to its configuration while it is in use.</summary>
internal abstract record Change(int Node);

internal sealed record SetPattern(int Node, string Pattern) : Change(Node);

internal sealed record SetLayout(int Node, LayoutSpec Layout) : Change(Node);

internal sealed record SetThreshold(int Node, Level Level) : Change(Node);

internal sealed record AddFilter(int Node, FilterSpec Filter) : Change(Node);

internal sealed record ClearFilters(int Node) : Change(Node);

internal sealed record Detach(int Node) : Change(Node);

internal sealed record Attach(int Node) : Change(Node);

internal sealed record Activate(int Node) : Change(Node);

internal sealed record SetEvaluator(int Node) : Change(Node);

/// <summary>Closes everything and makes it anew, on the same files.</summary>
internal sealed record Reload() : Change(0);
