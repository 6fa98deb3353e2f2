using Benchmarker.Soak;
using Easy.Logger.Tests.Support;

namespace Easy.Logger.Tests.Benchmarks;

/// <summary>
/// The queue is full when the clock starts, and everything is in the file when it stops; a run that saw otherwise throws.
/// </summary>
internal sealed class DrainRunTests
{
    private readonly TempFolder _folder = new();

    [TearDown]
    public void End() => _folder.Dispose();

    [Test]
    public void Drain_Twice_EveryLineIsInTheFile()
    {
        using HeldFile file = new(_folder.Path);
        DrainRun run = new(file);
        run.Drain();
        run.Drain();

        Assert.That(_folder.Lines(), Has.Count.EqualTo(2 * file.QueueLimit));
    }

    [Test]
    public void AssertWaiting_QueueIsNotFull_Throws()
    {
        using HeldFile file = new(_folder.Path);
        file.Hold();
        file.Log(10);

        Assert.That(() => file.AssertWaiting(11), Throws.InvalidOperationException.With.Message.Contains("10"));
        Assert.That(() => file.AssertWaiting(10), Throws.Nothing);
    }

    [Test]
    public void AssertWritten_LinesAreMissing_Throws()
    {
        using HeldFile file = new(_folder.Path);
        file.Hold();
        file.Log(10);

        Assert.That(file.AssertWritten, Throws.InvalidOperationException.With.Message.Contains("10"));
    }
}
