using System.Diagnostics.Tracing;

namespace Easy.Logger.Tests.EventSource;

/// <summary>One event of the provider as a reader got it.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Level">Its level.</param>
/// <param name="Fields">Its fields by name.</param>
internal sealed record ProviderEvent(int Id, EventLevel Level, IReadOnlyDictionary<string, object?> Fields)
{
    /// <summary>Whether it is a log event, not its properties or a health event.</summary>
    public bool IsLog => Id is >= 1 and <= 6;

    public string Logger => Text("logger");

    public string Message => Text("message");

    public string Text(string field) => (string)Fields[field]!;

    public int Number(string field) => (int)Fields[field]!;
}
