using System.Diagnostics;
using Benchmarker.Children;
using Benchmarker.Measuring;
using Easy.Logger.DogStatsd;

namespace Benchmarker.DogStatsd;

/// <summary>Threads that call a sender as fast as they can, and a socket that receives what it sends.</summary>
internal static class SenderRun
{
    private const string Metric = "page.views";
    private const int CloseMilliseconds = 60_000; // nothing is to be dropped

    public static SenderRow Measure(AgentKind kind, int threads, TimeSpan duration)
    {
        using TemporaryFolder folder = new();
        using CountingAgent agent = new(kind, folder.Path);
        using DogStatsdSender sender = new(new DogStatsdSenderOptions
        {
            Address = agent.Address,
            Tags = new DogStatsdTagSerializer(ArticleTags.Global),
            CloseTimeout = CloseMilliseconds,
        });
        Production production = Production.Run(_ => sender.Counter(Metric, 1, ArticleTags.Texts), threads, duration, _ => { });
        sender.Dispose();
        TimeSpan untilClosed = Stopwatch.GetElapsedTime(production.Started);
        agent.ReadToEnd();
        return new SenderRow(
            kind,
            threads,
            production.Calls,
            production.Calls / production.Elapsed.TotalSeconds,
            production.Elapsed.TotalNanoseconds * threads / production.Calls,
            (double)production.Gc.AllocatedBytes / production.Calls,
            untilClosed.TotalSeconds,
            agent.Packets,
            agent.Lines,
            sender.Statistics);
    }
}
