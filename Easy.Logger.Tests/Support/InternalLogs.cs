extern alias core;
extern alias dogstatsd;
extern alias eventsource;
extern alias loki;
extern alias provider;

namespace Easy.Logger.Tests.Support;

/// <summary>The ways of all packages to log4net's internal log: each package has its own.</summary>
internal static class InternalLogs
{
    /// <summary>By package: what writes an error, and what waits until it is written.</summary>
    public static readonly IReadOnlyDictionary<string, (Action<string> Error, Func<int, bool> Flush)> All =
        new Dictionary<string, (Action<string> Error, Func<int, bool> Flush)>
        {
            ["Easy.Logger"] = (text => core::Easy.Logger.Shared.InternalLog.Error(text), core::Easy.Logger.Shared.InternalLog.Flush),
            ["Easy.Logger.DogStatsd"] =
                (text => dogstatsd::Easy.Logger.Shared.InternalLog.Error(text), dogstatsd::Easy.Logger.Shared.InternalLog.Flush),
            ["Easy.Logger.EventSource"] =
                (text => eventsource::Easy.Logger.Shared.InternalLog.Error(text), eventsource::Easy.Logger.Shared.InternalLog.Flush),
            ["Easy.Logger.Loki"] = (text => loki::Easy.Logger.Shared.InternalLog.Error(text), loki::Easy.Logger.Shared.InternalLog.Flush),
            ["Easy.Logger.Extensions.Microsoft"] =
                (text => provider::Easy.Logger.Shared.InternalLog.Error(text), provider::Easy.Logger.Shared.InternalLog.Flush),
        };

    public static IEnumerable<string> Packages => All.Keys;

    /// <summary>Waits until all that was handed in is written.</summary>
    public static void Flush() =>
        Assert.That(All.Values.All(log => log.Flush((int)Eventually.Patience.TotalMilliseconds)), Is.True, "it is written");
}
