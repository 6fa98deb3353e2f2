using System.Text;
using log4net.Core;

namespace Benchmarker.Soak.Compare;

/// <summary>A configuration and what is logged to it. Plain values, so that a case can be repeated, reduced and printed.</summary>
/// <param name="Seed">What it was made from.</param>
/// <param name="Roots">The appenders of the root logger.</param>
/// <param name="Phases">What happens, one phase after the other.</param>
/// <param name="Shared">An appender below another one that is attached to the root logger too.</param>
internal sealed record ComparisonCase(int Seed, IReadOnlyList<Node> Roots, IReadOnlyList<Phase> Phases, int? Shared)
{
    public int Threads => Phases.Count == 0 ? 1 : Phases.Max(phase => phase.Steps.Count);

    /// <summary>Whether an async appender has <c>fix</c> set.</summary>
    public bool HasFix => Roots.Any(HasFixSet);

    public override string ToString()
    {
        StringBuilder text = new($"seed {Seed}\n");
        foreach (Node root in Roots)
        {
            Print(root, 1);
        }

        text.Append(Shared is null ? string.Empty : $"  {Shared} is attached to the root logger too\n");
        foreach (Phase phase in Phases)
        {
            for (int thread = 0; thread < phase.Steps.Count; thread++)
            {
                foreach (Step step in phase.Steps[thread])
                {
                    text.Append($"  T{thread}: {step}\n");
                }
            }

            foreach (Change change in phase.Changes)
            {
                text.Append($"  then: {change}\n");
            }
        }

        return text.ToString();

        void Print(Node node, int depth)
        {
            text.Append(' ', 2 * depth).Append(node.Text).Append('\n');
            foreach (Node child in node is Container container ? container.Children : [])
            {
                Print(child, depth + 1);
            }
        }
    }

    private static bool HasFixSet(Node node) =>
        node is Container container && (container.Options.Fix is not null || container.Children.Any(HasFixSet));
}

/// <summary>All threads run their steps at the same time; then all is flushed and the changes are made, with a flush after each.</summary>
internal sealed record Phase(IReadOnlyList<IReadOnlyList<Step>> Steps, IReadOnlyList<Change> Changes);

/// <summary>An appender. <see cref="Id" /> is its name, the same in both runs.</summary>
internal abstract record Node(int Id, Level? Threshold, IReadOnlyList<FilterSpec> Filters)
{
    protected string Conditions =>
        (Threshold is null ? string.Empty : $" threshold {Threshold}") + string.Concat(Filters.Select(filter => $" [{filter}]"));

    public abstract string Text { get; }
}

/// <summary>An appender that writes somewhere.</summary>
internal sealed record Leaf(
    int Id, LeafKind Kind, LayoutSpec Layout, Level? Threshold, IReadOnlyList<FilterSpec> Filters, bool IsBuffered, int Variant)
    : Node(Id, Threshold, Filters)
{
    public override string Text => $"{Id} {Kind} {Layout}{Conditions}{(IsBuffered ? " buffered" : string.Empty)} variant {Variant}";
}

/// <summary>An appender that hands events on.</summary>
internal sealed record Container(
    int Id, ContainerKind Kind, IReadOnlyList<Node> Children, Level? Threshold, IReadOnlyList<FilterSpec> Filters, AsyncOptions Options)
    : Node(Id, Threshold, Filters)
{
    public override string Text => $"{Id} {Kind}{(Kind is ContainerKind.Async ? $" {Options}" : string.Empty)}{Conditions}";
}

/// <summary>
/// Options of the async appender. Log4net's own buffers use the size too; a lossy appender has <see cref="LossySize" /> instead.
/// </summary>
internal sealed record AsyncOptions(
    int BufferSize, int QueueLimit, bool BatchRendering, FixFlags? Fix, Level? FlushLevel, bool HasEvaluator, int? LossySize);

internal enum ContainerKind
{
    /// <summary>The async appender; log4net's ForwardingAppender in the run without it.</summary>
    Async,
    Forwarder,
    Buffer,
    Masking,
}

internal enum LeafKind
{
    File,
    RollingFile,
    TextWriter,
    Console,
    ManagedColoredConsole,
    AnsiConsole,
    Trace,
    Memory,
    Udp,
    RemoteSyslog,
    SmtpPickupDir,
    AdoNet,
    CustomReader,
    CustomBulk,
    CustomFile,
    Logging,
}

internal enum LayoutKind
{
    Pattern,
    Simple,
    Xml,
    XmlLocation,
    XmlSchema,
    XmlSchemaLocation,
    Dynamic,
    SubclassOfPattern,
    CustomConverter,
    Custom,
    CustomWithBuffer,
}

/// <param name="Kind">The layout.</param>
/// <param name="Pattern">Of pattern layouts; of an application's layouts, what they read.</param>
internal sealed record LayoutSpec(LayoutKind Kind, string Pattern);

internal enum FilterKind
{
    LevelRange,
    LevelMatch,
    StringMatch,
    LoggerMatch,
    Property,
    Custom,
    DenyAll,
}

internal sealed record FilterSpec(FilterKind Kind, string Value, bool AcceptOnMatch);

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
