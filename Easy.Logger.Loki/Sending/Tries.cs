using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Diagnostics;

namespace Easy.Logger.Loki.Sending;

/// <summary>One try within its time, whatever it fails on.</summary>
internal static class Tries
{
    /// <summary>Runs it.</summary>
    /// <param name="timeout">The longest it may take.</param>
    /// <param name="attempt">The try.</param>
    /// <param name="cancellation">Ends it before that.</param>
    /// <exception cref="OperationCanceledException">It was ended.</exception>
    [SuppressMessage("Design", "CA1031",
        Justification = "Handlers of the application may throw anything; the push is kept for the next try.")]
    public static PushReply Once(TimeSpan timeout, Func<CancellationToken, PushReply> attempt, CancellationToken cancellation)
    {
        // Real time: it is a real server that is waited for.
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(timeout);
        try
        {
            return attempt(limit.Token);
        }
        catch (Exception e)
        {
            cancellation.ThrowIfCancellationRequested();
            return limit.IsCancellationRequested || e is TimeoutException
                ? new PushReply(
                    PushOutcome.Retry,
                    ErrorTypes.Timeout,
                    Status: null,
                    FormattableString.Invariant($"no answer within {timeout.TotalMilliseconds} ms"))
                : new PushReply(PushOutcome.Retry, ErrorTypes.Transport, Status: null, TextOf(e));
        }
    }

    /// <summary>The cause beneath what HttpClient makes of it, without the secrets of an address in it.</summary>
    private static string TextOf(Exception exception)
    {
        string text = ExceptionText.MessageOf(exception);
        return RequestOptions.WithoutSecrets(
            exception is HttpRequestException { InnerException: { } inner } ? $"{text}: {ExceptionText.MessageOf(inner)}" : text);
    }
}
