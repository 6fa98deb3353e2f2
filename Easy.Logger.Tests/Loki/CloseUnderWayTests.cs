using System.Net;
using Easy.Logger.Loki;
using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Tests.Loki;

/// <summary>Close while a push is under way that nothing can end.</summary>
[Category("Loki")]
internal sealed class CloseUnderWayTests
{
    [Test]
    public void Close_APushIsUnderWay_WhenItIsBackTheFolderIsFreeAndEveryLineIsCounted([Values] bool tenants)
    {
        using TempFolder folder = new();
        using Held handler = new();
        using HttpClient client = new(handler);
        using LokiScene scene = new(appender =>
        {
            appender.Client = client;
            appender.CloseTimeout = 0;
            appender.SpillPath = tenants ? null : folder.Path;
            appender.TenantProperty = tenants ? "tenant" : null;
        });
        using BackgroundCall<bool> call = scene.Sending("1", "2");
        Eventually.Holds(() => handler.IsCalled, "a push is under way");

        Eventually.Returns(scene.Appender.Close, "Close");
        handler.Answer.SetResult();
        Assert.That(call.Result, Is.True);

        Eventually.Holds(() => CanBeOpened(folder.Path), "the folder is free");
        Assert.That(scene.Appender.Statistics, Is.EqualTo(new LokiStatistics(2, 0, 0, tenants ? 2 : 0, tenants ? 0 : 2, 0)));
    }

    private static bool CanBeOpened(string folder)
    {
        try
        {
            SpillStore.Open(folder, "the test", 1_000_000, 10_000, _ => { }).Dispose();
            return true;
        }
        catch (FolderInUseException)
        {
            return false;
        }
    }

    /// <summary>Heeds no cancellation, as handlers of an application may.</summary>
    private sealed class Held : HttpMessageHandler
    {
        private volatile bool _isCalled;

        public bool IsCalled => _isCalled;

        public TaskCompletionSource Answer { get; } = new();

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            _isCalled = true;
            await Answer.Task.ConfigureAwait(false);
            return new HttpResponseMessage(HttpStatusCode.ServiceUnavailable);
        }
    }
}
