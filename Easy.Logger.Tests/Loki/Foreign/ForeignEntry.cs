namespace Easy.Logger.Tests.Loki.Foreign;

/// <summary>A line as others have read it.</summary>
/// <param name="Transport"><c>json</c>, <c>protobuf</c> or <c>grpc</c>.</param>
/// <param name="Tenant">What the request said; <see langword="null" /> when it said nothing.</param>
/// <param name="Labels">The labels of its stream.</param>
/// <param name="Time">Nanoseconds since 1970-01-01 UTC.</param>
/// <param name="Line">The text.</param>
/// <param name="Metadata">Its metadata.</param>
internal sealed record ForeignEntry(
    string Transport, string? Tenant, IReadOnlyDictionary<string, string> Labels, long Time, string Line,
    IReadOnlyDictionary<string, string> Metadata);
