extern alias core;
extern alias dogstatsd;
extern alias eventsource;
extern alias loki;
extern alias provider;

namespace Easy.Logger.Tests.Support;

/// <summary>The ways of all packages to log4net's internal log: each package has its own.</summary>
internal static class InternalLogs
{
    private static readonly Func<int, bool>[] _flushes =
    [
        core::Easy.Logger.Shared.InternalLog.Flush,
        dogstatsd::Easy.Logger.Shared.InternalLog.Flush,
        eventsource::Easy.Logger.Shared.InternalLog.Flush,
        loki::Easy.Logger.Shared.InternalLog.Flush,
        provider::Easy.Logger.Shared.InternalLog.Flush,
    ];

    /// <summary>Waits until all that was handed in is written.</summary>
    public static void Flush() =>
        Array.ForEach(_flushes, flush => Assert.That(flush((int)Eventually.Patience.TotalMilliseconds), Is.True));
}
