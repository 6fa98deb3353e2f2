namespace Easy.Logger.Loki.Sending;

/// <summary>What answers over gRPC mean. Pure.</summary>
internal static class GrpcReplies
{
    private const int Ok = 0;
    private const int Canceled = 1;
    private const int Unknown = 2;
    private const int DeadlineExceeded = 4;
    private const int ResourceExhausted = 8;
    private const int Aborted = 10;
    private const int Internal = 13;
    private const int Unavailable = 14;
    private const int LastOfGrpc = 16;

    /// <summary>
    /// Judges an answer. Loki also puts statuses of HTTP where gRPC has its own, from 0 to 16. Unknown is every error of Go that has no
    /// status: "no org id", which never passes, and what an ingester says in an orderly shutdown, which passes when it is back.
    /// </summary>
    public static PushReply Judge(int status, string text, TimeSpan? retryAfter) => status switch
    {
        Ok => PushReply.Delivered(status),
        ResourceExhausted when HttpReplies.SaysTooLarge(text) => new(PushOutcome.TooLarge, ErrorTypes.TooLarge, status, text),
        ResourceExhausted => new(PushOutcome.Retry, ErrorTypes.RateLimited, status, text, retryAfter),
        DeadlineExceeded => new(PushOutcome.Retry, ErrorTypes.Timeout, status, text, retryAfter),
        Canceled or Unavailable or Aborted or Internal => new(PushOutcome.Retry, ErrorTypes.Server, status, text, retryAfter),
        Unknown when HttpReplies.Says(text, "shutting down") => new(PushOutcome.Retry, ErrorTypes.Server, status, text, retryAfter),
        > LastOfGrpc => HttpReplies.Judge(status, mediaType: null, text, retryAfter),
        _ => new(PushOutcome.Refused, ErrorTypes.Rejected, status, text),
    };
}
