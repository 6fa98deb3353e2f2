using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Sending;

namespace Easy.Logger.Tests.Loki;

/// <summary>A push for which there is no room leaves nothing behind when it is dropped.</summary>
[Category("Loki")]
internal sealed class RoomTests : FolderTests
{
    private static readonly string _large = Some.Noise(3_000_000);
    private static readonly PushReply _failed = new(PushOutcome.Retry, "503", 503, "not you");

    [Test]
    public void OthersGetThrough_AnotherTenantsPushWasDropped_IsTrueAfterTwoSecondsAllTheSame()
    {
        ManualTimeProvider time = new();
        using LanesScene scene = Full(time);
        scene.Lanes.Note("well", PushReply.Delivered(204));

        foreach (string tenant in (string[])["a", "b"])
        {
            Assert.That(scene.Keep(_large, tenant, _failed), Is.EqualTo(KeepResult.Full));
            Assert.That(scene.Lanes.OthersGetThrough(tenant), Is.False, tenant);
            time.Advance(TimeSpan.FromSeconds(3));
            Assert.That(scene.Lanes.OthersGetThrough(tenant), Is.True, tenant);
        }

        scene.Keep(_large, "a", _failed);
        Assert.That(scene.Lanes.OthersGetThrough("a"), Is.True, "its next push has not to wait so long again");

        scene.IsWell = true;
        LokiScene.PassTime(time, TimeSpan.FromSeconds(1), () => scene.Lanes.Flush(0), "memory is empty");
        Assert.That(scene.Lanes.OthersGetThrough("a"), Is.False, "it is forgotten");
    }

    /// <summary>Always new tenants must not fill the memory with what is known of them.</summary>
    [Test]
    public void OthersGetThrough_TheOnlyPushOfALimitedTenantWasDropped_ItIsForgotten()
    {
        using LanesScene scene = Full(new ManualTimeProvider());

        Assert.That(scene.Keep(_large, "a", LanesScene.Limited), Is.EqualTo(KeepResult.Full));

        Assert.That(scene.Lanes.OthersGetThrough("a"), Is.True, "it is dropped");
        Assert.That(scene.Lanes.OthersGetThrough("a"), Is.False, "it is unknown");
    }

    [Test]
    public void Keep_TheFolderRefusesAPush_ItsTenantIsForgotten()
    {
        using LanesScene scene = new(new() { SpillPath = Folder.Path, SpillBytes = 1_000 });
        Assert.That(scene.Lanes.IsReady, Is.True);

        Assert.That(scene.Keep(Some.Noise(10_000), "a", LanesScene.Limited), Is.EqualTo(KeepResult.Refused));

        Assert.That(scene.Lanes.OthersGetThrough("a"), Is.False, "it is unknown");
    }

    /// <summary>Nothing goes that it could wait for.</summary>
    [Test]
    public void TryAppend_APushIsLargerThanTheMemoryThatIsEmpty_IsKept()
    {
        using MemoryStore store = new();
        byte[] head = PushFrame.Head("a", firstTry: 0);

        Assert.That(store.TryAppend(1, head, new byte[MemoryStore.MaxBytes]), Is.True);
        Assert.That(store.TryAppend(1, head, [1]), Is.False, "it is full");
    }

    /// <summary>Lanes in memory that have room for hardly anything.</summary>
    private static LanesScene Full(TimeProvider time)
    {
        LanesScene scene = new(new() { TenantProperty = "tenant" }, time: time);
        Assert.That(scene.Lanes.IsReady, Is.True);
        int tenants = 0;
        while (scene.Keep(_large, $"limited {tenants}", LanesScene.Limited) == KeepResult.Kept)
        {
            tenants++;
        }

        Assert.That(scene.Lanes.OthersGetThrough($"limited {tenants}"), Is.True, "the last one is dropped");
        return scene;
    }
}
