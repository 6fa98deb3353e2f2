namespace Easy.Logger.Tests.Loki.Server;

/// <summary>What a call was answered.</summary>
/// <param name="HttpStatus">The status of HTTP below it.</param>
/// <param name="Status">The status of gRPC; <see langword="null" /> when there was none.</param>
/// <param name="Message">Why.</param>
/// <param name="TrailersOnly">Whether the status was in the headers.</param>
/// <param name="Reply">The body.</param>
internal sealed record GrpcAnswer(int HttpStatus, int? Status, string Message, bool TrailersOnly, byte[] Reply);
