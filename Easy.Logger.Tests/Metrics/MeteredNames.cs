namespace Easy.Logger.Tests.Metrics;

/// <summary>
/// Names of appenders that the meter keeps apart after their end. It does so for a thousand, which a whole run of tests uses up: these were
/// the first.
/// </summary>
internal static class MeteredNames
{
    private const int Reserved = 150;

    private static int _taken;

    /// <summary>Before any other test makes an appender.</summary>
    public static void Reserve()
    {
        for (int i = 1; i <= Reserved; i++)
        {
            using TestRepository repository = new();
            AsyncBufferingForwardingAppender appender = new() { Name = NameOf(i) };
            appender.ActivateOptions();
            repository.Attach(appender);
        }
    }

    /// <summary>One that no other test uses.</summary>
    public static string Take()
    {
        int number = Interlocked.Increment(ref _taken);
        Assert.That(number, Is.LessThanOrEqualTo(Reserved), "Reserve more names.");
        return NameOf(number);
    }

    private static string NameOf(int number) => $"metered-{number}";
}
