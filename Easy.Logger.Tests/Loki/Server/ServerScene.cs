using System.Text;
using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>A server whose clock stands still, and a sender.</summary>
internal sealed class ServerScene : IDisposable
{
    private const long NanosecondsPerTick = 100;

    public ServerScene()
        : this(limits: null)
    {
    }

    public ServerScene(LokiLimits? limits, GrpcSide grpcSide = GrpcSide.Ingester)
    {
        Clock.Advance(TimeSpan.FromDays(20_000));
        Server = ContractServer.Start(limits, Clock, grpcSide);
        Sender = new RawSender(Server.Url, Server.GrpcUrl);
    }

    public ManualTimeProvider Clock { get; } = new();

    public ContractServer Server { get; }

    public RawSender Sender { get; }

    /// <summary>The server's time in nanoseconds.</summary>
    public long Now => (Clock.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks * NanosecondsPerTick;

    public IEnumerable<string> Lines => Server.Stored.Select(entry => entry.Line);

    public static long Nanoseconds(TimeSpan span) => span.Ticks * NanosecondsPerTick;

    public static int Bytes(string text) => Encoding.UTF8.GetByteCount(text);

    public void Dispose()
    {
        Sender.Dispose();
        Server.Dispose();
    }
}
