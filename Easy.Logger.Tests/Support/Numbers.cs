namespace Easy.Logger.Tests.Support;

/// <summary>Numbered log calls.</summary>
internal static class Numbers
{
    /// <summary>Logs 0, 1 and so on.</summary>
    public static void LogNumbers(this ILog log, int count)
    {
        for (int i = 0; i < count; i++)
        {
            log.InfoFormat("{0}", i);
        }
    }
}
