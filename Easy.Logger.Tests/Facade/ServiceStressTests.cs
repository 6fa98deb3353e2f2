using Easy.Logger.Interfaces;

namespace Easy.Logger.Tests.Facade;

/// <summary>Everything at once: no call throws, none waits for ever.</summary>
[Category("Facade")]
internal sealed class ServiceStressTests
{
    private const int Rounds = 15;
    private const string Async = "Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger";

    [Test]
    public void Service_UsedFromManyThreads_NeverThrowsNorDeadlocks()
    {
        using FacadeScene scene = new();
        FileInfo[] files = [scene.Write("a.config", "a", Async), scene.Write("b.config", "b", Async), scene.Write("c.config", "c", Async)];
        scene.Service.Configure(files[0]);
        IEasyLogger logger = scene.Service.GetLogger("kept");
        bool over = false;

        BackgroundCall<bool>[] changes =
        [
            Start(i => scene.Service.Configure(files[i % files.Length])),
            Start(i => scene.Service.Configure(files[(i + 1) % files.Length])),
            Start(_ => scene.Service.Dispose()),
            Start(i => Change(scene, $"a{i}")),
            Start(_ => scene.Time.Advance(TimeSpan.FromMilliseconds(500))),
        ];
        BackgroundCall<bool>[] calls =
            [StartUntilOver(Log), StartUntilOver(Log), StartUntilOver(() => scene.Service.GetLogger("other").Info(1))];

        Array.ForEach(changes, change => change.Dispose()); // waits, but not for ever
        Volatile.Write(ref over, true);

        Assert.That(changes.Select(change => change.Result), Is.All.True);
        Assert.That(calls.Select(call => call.Result), Is.All.True);

        scene.Service.Configure(scene.Write("last.config", "last"));
        logger.Info("works");
        Assert.That(scene.Texts, Is.EqualTo(new[] { "works" }));

        void Log()
        {
            using IDisposable scope = logger.GetScopedLogger("[stress]");
            logger.InfoFormat("{0} of {1}", 1, 2);
            logger.Debug("text");
        }

        BackgroundCall<bool> StartUntilOver(Action call) => BackgroundCall.Of(() =>
        {
            while (!Volatile.Read(ref over))
            {
                call();
            }
        });
    }

    /// <summary>In one piece: log4net waits for files that are being written, which would take most of the time here.</summary>
    private static void Change(FacadeScene scene, string appender)
    {
        try
        {
            scene.Write("a.tmp", appender, Async).MoveTo(scene.Folder.File("a.config"), overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Where a file that is being read cannot be replaced, the next round may.
        }
    }

    private static BackgroundCall<bool> Start(Action<int> call) => BackgroundCall.Of(() =>
    {
        for (int i = 0; i < Rounds; i++)
        {
            call(i);
        }
    });
}
