using System.Net;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Spill;
using Easy.Logger.Tests.Support;
using LokiServer;

namespace Easy.Logger.Tests.Loki;

/// <summary>Pushes that wait in memory while options are activated again.</summary>
[Category("Loki")]
internal sealed class LaneHandOverTests
{
    [Test]
    public void ActivateOptions_TheNewFolderIsInUse_PushesAreKeptAndCountedAtClose()
    {
        using TempFolder folder = new();
        using LokiScene scene = new(appender => appender.TenantProperty = "tenant");
        scene.Server.Fault = Fault.Status(503);
        scene.Send(scene.Event("a1", properties: new() { ["tenant"] = "a" }));
        using (SpillStore.Open(folder.Path, "another", 1_000_000, 10_000, _ => { }))
        {
            scene.Appender.SpillPath = folder.Path;
            scene.Appender.ActivateOptions();
            scene.Appender.ActivateOptions();

            Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 0, 0, 1)));
            scene.Appender.Close();
        }

        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 0, 0, 1, 0, 0)));
    }

    [Test]
    public void ActivateOptions_APushIsBeingSent_ItIsNotSentTwice()
    {
        using Held handler = new();
        using HttpClient client = new(handler);
        using LokiScene scene = new(appender =>
        {
            appender.TenantProperty = "tenant";
            appender.Client = client;
        });
        scene.Send(scene.Event("a1", properties: new() { ["tenant"] = "a" }));
        Eventually.Holds(() => handler.Calls == 2, "the second try");

        scene.Appender.ActivateOptions();
        handler.Answer.SetResult();

        Eventually.Holds(() => scene.Appender.Statistics.InFlight == 0, "it is answered");
        scene.Appender.Close();
        Assert.That(handler.Calls, Is.EqualTo(2));
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(1, 1, 0, 0, 0, 0)));
    }

    /// <summary>Heeds no cancellation, as handlers of an application may.</summary>
    private sealed class Held : HttpMessageHandler
    {
        private int _calls;

        public int Calls => Volatile.Read(ref _calls);

        public TaskCompletionSource Answer { get; } = new();

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            if (Interlocked.Increment(ref _calls) == 1)
            {
                return new HttpResponseMessage(HttpStatusCode.ServiceUnavailable);
            }

            await Answer.Task.ConfigureAwait(false);
            return new HttpResponseMessage(HttpStatusCode.NoContent);
        }
    }
}
