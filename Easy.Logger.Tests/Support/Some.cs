using System.Security.Cryptography;

namespace Easy.Logger.Tests.Support;

/// <summary>Sample values.</summary>
internal static class Some
{
    private static int _number;

    /// <summary>A name that no other test uses, and that is no part of another one.</summary>
    public static string Name(string prefix = "appender") => $"{prefix}-{Interlocked.Increment(ref _number):D6}";

    /// <summary>A text that compression makes little of: four characters for three bytes.</summary>
    public static string Noise(int bytes) => Convert.ToBase64String(RandomNumberGenerator.GetBytes(bytes));

    /// <summary>An appender of ours before a child, ready for use.</summary>
    public static AsyncBufferingForwardingAppender Activated(AsyncBufferingForwardingAppender appender, IAppender child)
    {
        appender.AddAppender(child);
        appender.ActivateOptions();
        return appender;
    }

    public static LoggingEvent Event(string message = "message", Level? level = null) =>
        new(typeof(Some), repository: null, "test", level ?? Level.Info, message, exception: null);

    public static LoggingEvent EventWithoutLevel(string message = "message") =>
        new(typeof(Some), repository: null, "test", level: null, message, exception: null);
}
