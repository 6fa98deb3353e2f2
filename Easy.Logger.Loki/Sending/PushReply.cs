namespace Easy.Logger.Loki.Sending;

/// <summary>The answer to a push, or why there was none.</summary>
/// <param name="Outcome">What it means.</param>
/// <param name="ErrorType">A word for the meter: see <see cref="ErrorTypes" />; <see langword="null" /> when it was delivered.</param>
/// <param name="Status">The status of HTTP or gRPC; <see langword="null" /> when there was no answer.</param>
/// <param name="Text">What was said, as far as it is shown to anybody.</param>
/// <param name="RetryAfter">How long to wait at least before the next try, when the server said so.</param>
internal readonly record struct PushReply(PushOutcome Outcome, string? ErrorType, int? Status, string Text, TimeSpan? RetryAfter = null)
{
    public static PushReply Delivered(int status) => new(PushOutcome.Delivered, ErrorType: null, status, string.Empty);
}
