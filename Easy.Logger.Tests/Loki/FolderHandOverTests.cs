using Easy.Logger.Loki;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Tests.Loki;

/// <summary>A folder that somebody else has becomes free while pushes come: those in memory move into it.</summary>
[Category("Loki")]
internal sealed class FolderHandOverTests : FolderTests
{
    [Test]
    public void Keep_TheFolderIsOpenedMeanwhileAndHoldsTooMuch_EachLineIsCountedOnce()
    {
        SpillStore holder = SpillStore.Open(Folder.Path, "another", 1_000_000, 10_000, _ => { });
        for (int i = 0; i < 40; i++)
        {
            SpilledPush push = LanesScene.Push(Some.Noise(4_000));
            holder.TryAppend(push.Lines, push.Head.Span, push.Body.Span);
        }

        HookedTime time = new();
        LanesScene scene = new(new() { SpillPath = Folder.Path, SpillBytes = 100_000, TenantProperty = "tenant" }, time: time);
        using (scene)
        {
            Assert.That(scene.Lanes.IsReady, Is.True);
            time.NextRead = () =>
            {
                holder.Dispose();
                Eventually.Holds(() => scene.Counters.Read().Dropped > 0, "the folder is open");
            };

            Assert.That(scene.Keep("text"), Is.EqualTo(KeepResult.Kept));
        }

        using SpillStore left = SpillStore.Open(Folder.Path, "another", 1_000_000, 10_000, _ => { });
        LokiStatistics statistics = scene.Counters.Read();
        Assert.That((statistics.Received, statistics.Spilled), Is.EqualTo((41, left.Lines)), $"{statistics}");
    }

    [Test]
    public void Keep_PushesAreMovingIntoTheFolder_FollowsThemThere()
    {
        using MovingScene moving = new(Folder.Path);
        using BackgroundCall<KeepResult> keep = new(() => moving.Scene.Keep("text", tenant: null, LanesScene.Limited));
        keep.AwaitBlockedOrDone();
        moving.GoOn();

        Assert.That(keep.Result, Is.EqualTo(KeepResult.Kept));
    }

    /// <summary>Otherwise it would go out before those that were there first.</summary>
    [Test]
    public void MustWait_PushesOfTheTenantAreMovingIntoTheFolder_IsTrue()
    {
        using MovingScene moving = new(Folder.Path);
        using BackgroundCall<bool> mustWait = new(() => moving.Scene.Lanes.MustWait(tenant: null));
        mustWait.AwaitBlockedOrDone();
        moving.GoOn();

        Assert.That(mustWait.Result, Is.True);
    }

    /// <summary>The system's time, and something that happens when the test reads it next.</summary>
    private sealed class HookedTime : TimeProvider
    {
        private readonly Thread _test = Thread.CurrentThread;

        public Action? NextRead { get; set; }

        public override long GetTimestamp()
        {
            if (Thread.CurrentThread == _test && NextRead is { } action)
            {
                NextRead = null;
                action();
            }

            return base.GetTimestamp();
        }
    }

    /// <summary>Pushes that stop in the middle of their way from memory to the folder, when that reports that it is full.</summary>
    private sealed class MovingScene : IDisposable
    {
        private readonly ManualResetEventSlim _mayGoOn = new();

        public MovingScene(string folder)
        {
            using ManualResetEventSlim isMoving = new();
            using (SpillStore.Open(folder, "another", 1_000_000, 10_000, _ => { }))
            {
                Scene = new LanesScene(
                    new() { SpillPath = folder, SpillBytes = 40_000 },
                    [.. Enumerable.Range(0, 20).Select(_ => LanesScene.Push(Some.Noise(4_000)))],
                    text =>
                    {
                        if (text.Contains("the oldest pushes are dropped", StringComparison.Ordinal))
                        {
                            isMoving.Set();
                            _mayGoOn.Wait();
                        }
                    });
                Assert.That(Scene.Lanes.IsReady, Is.True);
            }

            Assert.That(isMoving.Wait(Eventually.Patience), Is.True, "they are moving");
        }

        public LanesScene Scene { get; }

        public void GoOn() => _mayGoOn.Set();

        public void Dispose()
        {
            GoOn();
            Scene.Dispose();
            _mayGoOn.Dispose();
        }
    }
}
