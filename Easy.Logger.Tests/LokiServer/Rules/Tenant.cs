namespace LokiServer.Rules;

/// <summary>Which texts name a tenant.</summary>
internal static class Tenant
{
    private const int LongestBytes = 150;

    /// <returns>What is wrong with it; <see langword="null" /> when nothing is.</returns>
    public static string? Problem(string tenant)
    {
        if (tenant.Contains('|', StringComparison.Ordinal))
        {
            return "multiple org IDs present";
        }

        if (tenant is "." or ".." || !tenant.All(c => char.IsAsciiLetterOrDigit(c) || "!-_.*'()".Contains(c, StringComparison.Ordinal)))
        {
            return $"tenant ID '{tenant}' is not allowed";
        }

        return tenant.Length > LongestBytes ? $"tenant ID is too long: max {LongestBytes} characters" : null;
    }
}
