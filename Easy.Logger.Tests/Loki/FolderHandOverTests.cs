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

        LanesScene scene = new(new() { SpillPath = Folder.Path, SpillBytes = 100_000, TenantProperty = "tenant" });
        using (scene)
        {
            Assert.That(scene.Lanes.IsReady, Is.True);
            scene.Time.NextRead = () =>
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
}
