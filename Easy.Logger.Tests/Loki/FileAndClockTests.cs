using System.IO.Compression;
using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Configuration;
using Easy.Logger.Loki.Lanes;
using Easy.Logger.Loki.Spill;

namespace Easy.Logger.Tests.Loki;

/// <summary>Files that would block whoever opens them, or cost all memory, and times that never were.</summary>
[Category("Loki")]
internal sealed class FileAndClockTests : FolderTests
{
    [Test]
    [Platform("Linux")]
    public void Token_IsAPipe_CannotBeRead()
    {
        string file = Folder.MakePipe("token");

        Eventually.Returns(
            () => Assert.That(() => SmallFile.ReadToken(file), Throws.InstanceOf<IOException>().With.Message.Contains("token")), "Read");
    }

    [Test]
    [Platform("Linux")]
    public void Owner_IsAPipe_IsSomebody()
    {
        using SpillStore first = SpillStore.Open(Folder.Path, "first", 1_000_000, 10_000, _ => { });
        File.Delete(Folder.File("spill.owner"));
        Folder.MakePipe("spill.owner");

        Eventually.Returns(
            () => Assert.That(
                () => SpillStore.Open(Folder.Path, "second", 1_000_000, 10_000, _ => { }),
                Throws.InstanceOf<FolderInUseException>().With.Message.Contains("somebody")),
            "Open");
    }

    /// <summary>Whoever wrote it: it costs its own lines, and no other push waits.</summary>
    [Test]
    public void Frame_ThatBecomesLargerThanAnyPush_CannotBeRead()
    {
        using MemoryStream body = new();
        using (DeflateStream deflate = new(body, CompressionLevel.Fastest, leaveOpen: true))
        {
            byte[] zeros = new byte[1_048_576];
            for (int i = 0; i < 100; i++)
            {
                deflate.Write(zeros);
            }
        }

        using ByteBuffer plain = new(capacity: 16);
        using PushBatch batch = new();
        Assert.That(
            () => PushFrame.Read(PushFrame.Head(tenant: null, firstTry: 0), body.ToArray(), plain, batch),
            Throws.InstanceOf<InvalidDataException>().With.Message.Contains("larger than any push"));
    }

    [TestCase(long.MinValue)]
    [TestCase(-9_000_000_000_000_000)]
    public void AgeOf_MomentThatNeverWas_CountsFrom1970(long milliseconds)
    {
        AgeClock clock = new(new ManualTimeProvider());

        Assert.That(clock.AgeOf(milliseconds).TotalMilliseconds, Is.EqualTo(clock.Milliseconds));
    }
}
