using LokiServer;

namespace Easy.Logger.Tests.Loki.Server;

/// <summary>A server whose clock stands still, and a sender.</summary>
internal sealed class ServerScene : IDisposable
{
    public const long Minute = 60_000_000_000;
    public const long Day = 24 * 60 * Minute;

    /// <summary>The server's time in nanoseconds, until its clock is advanced.</summary>
    public const long Now = 20_000 * Day;

    public ServerScene()
        : this(limits: null)
    {
    }

    public ServerScene(LokiLimits? limits, GrpcSide grpcSide = GrpcSide.Ingester)
    {
        Clock.Advance(TimeSpan.FromDays(20_000));
        Server = new ContractServer(limits, Clock, grpcSide);
        Sender = new RawSender(Server.Url, Server.GrpcUrl);
    }

    public ManualTimeProvider Clock { get; } = new();

    public ContractServer Server { get; }

    public RawSender Sender { get; }

    public IEnumerable<string> Lines => Server.Stored.Select(entry => entry.Line);

    public void Dispose()
    {
        Sender.Dispose();
        Server.Dispose();
    }
}
