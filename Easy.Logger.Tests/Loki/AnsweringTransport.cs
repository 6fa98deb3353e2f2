using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>Answers pushes itself.</summary>
internal sealed class AnsweringTransport(Func<PushReply> answer)
    : PushTransport(new LokiSettings { Address = new Uri("http://loki"), Timeout = TimeSpan.FromMinutes(1) }, TimeProvider.System)
{
    public override PushReply Push(EncodedPush push, CancellationToken cancellation) => answer();

    public override void Dispose()
    {
        // Nothing is held.
    }
}
