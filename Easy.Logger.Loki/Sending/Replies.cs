using System.Text.RegularExpressions;

namespace Easy.Logger.Loki.Sending;

/// <summary>What answers mean. Pure.</summary>
internal static class Replies
{
    /// <summary>Loki's operator has blocked the tenant: a success to HTTP, and nothing is stored.</summary>
    public const int Blocked = 260;

    private const int PayloadTooLarge = 413;
    private const int TooManyRequests = 429;

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
    /// Judges an answer over HTTP. Only what Loki itself says counts as delivered: a page for people is the login of some gateway. What is
    /// refused is never sent again as it is, because it would be refused again and hold up what follows.
    /// </summary>
    public static PushReply OfHttp(int status, string? mediaType, string text, TimeSpan? retryAfter) => status switch
    {
        Blocked => new(PushOutcome.Refused, ErrorTypes.Rejected, status, text),
        >= 200 and < 300 when !IsPage(mediaType) => PushReply.Delivered(status),
        PayloadTooLarge => new(PushOutcome.TooLarge, ErrorTypes.TooLarge, status, text),
        TooManyRequests when Says(text, "maximum active stream limit exceeded") =>
            new(PushOutcome.Refused, ErrorTypes.StreamLimit, status, text),
        TooManyRequests => new(PushOutcome.Retry, ErrorTypes.RateLimited, status, text, retryAfter),
        500 when SaysTooLarge(text) => new(PushOutcome.TooLarge, ErrorTypes.TooLarge, status, text),
        408 => new(PushOutcome.Retry, ErrorTypes.Timeout, status, text, retryAfter),
        >= 500 => new(PushOutcome.Retry, ErrorTypes.Server, status, text, retryAfter),
        _ => new(PushOutcome.Refused, ErrorTypes.Rejected, status, text),
    };

    /// <summary>
    /// Judges an answer over gRPC. Loki also puts statuses of HTTP where gRPC has its own, from 0 to 16. Unknown is every error of Go that
    /// has no status: "no org id", which never passes, and what an ingester says in an orderly shutdown, which passes when it is back.
    /// </summary>
    public static PushReply OfGrpc(int status, string text, TimeSpan? retryAfter) => status switch
    {
        Ok => PushReply.Delivered(status),
        ResourceExhausted when SaysTooLarge(text) => new(PushOutcome.TooLarge, ErrorTypes.TooLarge, status, text),
        ResourceExhausted => new(PushOutcome.Retry, ErrorTypes.RateLimited, status, text, retryAfter),
        DeadlineExceeded => new(PushOutcome.Retry, ErrorTypes.Timeout, status, text, retryAfter),
        Canceled or Unavailable or Aborted or Internal => new(PushOutcome.Retry, ErrorTypes.Server, status, text, retryAfter),
        Unknown when Says(text, "shutting down") => new(PushOutcome.Retry, ErrorTypes.Server, status, text, retryAfter),
        > LastOfGrpc => OfHttp(status, mediaType: null, text, retryAfter),
        _ => new(PushOutcome.Refused, ErrorTypes.Rejected, status, text),
    };

    private static bool IsPage(string? mediaType) =>
        "text/html".Equals(mediaType, StringComparison.OrdinalIgnoreCase)
        || "application/xhtml+xml".Equals(mediaType, StringComparison.OrdinalIgnoreCase);

    /// <summary>Loki's distributor passes on what its ingester says of a push above 4 MiB, as if it were an error of the server.</summary>
    private static bool SaysTooLarge(string text) => Says(text, "larger than max");

    /// <summary>Whether the text of an answer has some words, in any case: a status may have two meanings.</summary>
    private static bool Says(string text, string words) =>
        Regex.IsMatch(text, words, RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
}
