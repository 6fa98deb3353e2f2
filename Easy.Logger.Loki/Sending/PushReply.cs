using Easy.Logger.Loki.Diagnostics;

namespace Easy.Logger.Loki.Sending;

/// <summary>The answer to a push, or why there was none.</summary>
/// <param name="Outcome">What it means.</param>
/// <param name="ErrorType">A word for the meter: see <see cref="ErrorTypes" />; <see langword="null" /> when it was delivered.</param>
/// <param name="Status">The status of HTTP or gRPC; <see langword="null" /> when there was no answer.</param>
/// <param name="Text">What was said, as far as it is shown to anybody.</param>
/// <param name="RetryAfter">How long to wait at least before the next try, when the server said so.</param>
internal readonly record struct PushReply(PushOutcome Outcome, string? ErrorType, int? Status, string Text, TimeSpan? RetryAfter = null)
{
    /// <summary>The status by which Loki says that it stored the good lines of a push.</summary>
    private const int BadRequest = 400;

    /// <summary>How many lines of a push were not stored; 0 for one that was delivered.</summary>
    public int RefusedOf(int lines) => Outcome == PushOutcome.Delivered ? 0
        : Outcome == PushOutcome.Refused && Status == BadRequest && IsWhole ? RefusedLines.In(Text, lines)
        : lines;

    /// <summary>Whether the text is all that the server said.</summary>
    public bool IsWhole { get; init; } = true;

    public static PushReply Delivered(int status) => new(PushOutcome.Delivered, ErrorType: null, status, string.Empty);

    /// <summary>There was no answer, because of an exception before anything was sent.</summary>
    public static PushReply NotSent(string errorType, Exception exception) => new(
        PushOutcome.Dropped, errorType, Status: null, $"{exception.GetType().Name}: {ExceptionText.MessageOf(exception)}");
}

/// <summary>What an answer means for the push.</summary>
internal enum PushOutcome
{
    /// <summary>Loki has it.</summary>
    Delivered,

    /// <summary>Some or all of it was refused and would be again; the rest was taken.</summary>
    Refused,

    /// <summary>A smaller push may pass.</summary>
    TooLarge,

    /// <summary>The same push may pass later.</summary>
    Retry,

    /// <summary>It might pass later, but the options say not to wait for it.</summary>
    Dropped,
}
