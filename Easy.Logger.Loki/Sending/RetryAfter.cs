namespace Easy.Logger.Loki.Sending;

/// <summary>The header Retry-After, which is a number of seconds or a date.</summary>
internal static class RetryAfter
{
    public static TimeSpan? Of(HttpResponseMessage response, TimeProvider time)
    {
        if (response.Headers.RetryAfter is not { } header)
        {
            return null;
        }

        TimeSpan wait = header.Delta ?? (header.Date!.Value - time.GetUtcNow());
        return wait > TimeSpan.Zero ? wait : TimeSpan.Zero;
    }
}
