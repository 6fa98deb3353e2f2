using log4net.Core;

namespace Benchmarker.Compare;

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
