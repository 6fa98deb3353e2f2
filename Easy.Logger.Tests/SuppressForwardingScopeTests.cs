namespace Easy.Logger.Tests;

/// <summary>What is logged by what sends events.</summary>
internal sealed class SuppressForwardingScopeTests
{
    [Test]
    public void Begin_LoggedInside_IsDroppedAndCounted()
    {
        using LogScene scene = new LogScene().ConfigureFile();
        log4net.ILog log = scene.Log();

        log.Info("before");
        using (SuppressForwardingScope.Begin())
        {
            log.Info("inside");
            using (SuppressForwardingScope.Begin())
            {
                log.Info("in the inner one");
            }

            log.Info("still inside");
        }

        log.Info("after");
        scene.AwaitLines("before", "after");

        Assert.That(scene.Appender.Statistics.DroppedFor(DropReason.Reentrant), Is.EqualTo(3));
    }

    [Test]
    public async Task Begin_GoesOnOnAnotherThread_IsDroppedThereToo()
    {
        using LogScene scene = new LogScene().ConfigureFile();
        log4net.ILog log = scene.Log();

        Task inside;
        using (SuppressForwardingScope.Begin())
        {
            inside = Task.Run(async () =>
            {
                log.Info("inside");
                await Task.Yield();
                log.Info("inside, on whatever thread");
            });
        }

        await inside;
        await Task.Run(() => log.Info("outside"));
        scene.AwaitLines("outside");
    }
}
