using System.Text.RegularExpressions;

namespace Easy.Logger.Loki.Sending;

/// <summary>What answers over HTTP mean. Pure.</summary>
internal static class HttpReplies
{
    /// <summary>Loki's operator has blocked the tenant: a success to HTTP, and nothing is stored.</summary>
    public const int Blocked = 260;

    private const int PayloadTooLarge = 413;
    private const int TooManyRequests = 429;

    /// <summary>
    /// Judges an answer. Only what Loki itself says counts as delivered: a page for people is the login of some gateway. What is refused is
    /// never sent again as it is, because it would be refused again and hold up what follows.
    /// </summary>
    /// <param name="status">The status.</param>
    /// <param name="mediaType">The media type of the body, if there is one.</param>
    /// <param name="text">The beginning of the body.</param>
    /// <param name="retryAfter">The header Retry-After.</param>
    public static PushReply Judge(int status, string? mediaType, string text, TimeSpan? retryAfter) => status switch
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

    private static bool IsPage(string? mediaType) =>
        "text/html".Equals(mediaType, StringComparison.OrdinalIgnoreCase)
        || "application/xhtml+xml".Equals(mediaType, StringComparison.OrdinalIgnoreCase);

    /// <summary>Loki's distributor passes on what its ingester says of a push above 4 MiB, as if it were an error of the server.</summary>
    public static bool SaysTooLarge(string text) => Says(text, "larger than max");

    /// <summary>Whether the text of an answer has some words, in any case: a status may have two meanings.</summary>
    public static bool Says(string text, string words) =>
        Regex.IsMatch(text, words, RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
}
