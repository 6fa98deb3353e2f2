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

        Task[] changes =
        [
            Start(i => scene.Service.Configure(files[i % files.Length])),
            Start(i => scene.Service.Configure(files[(i + 1) % files.Length])),
            Start(_ => scene.Service.Dispose()),
            Start(i => Change(scene, $"a{i}")),
            Start(_ => scene.Time.Advance(TimeSpan.FromMilliseconds(500))),
        ];
        Task[] calls = [StartUntilOver(Log), StartUntilOver(Log), StartUntilOver(() => scene.Service.GetLogger("other").Info(1))];

        bool changed = Task.WaitAll(changes, Eventually.Patience);
        Volatile.Write(ref over, true);

        Assert.That(changed, Is.True, "some change is stuck");
        Assert.That(Task.WaitAll(calls, Eventually.Patience), Is.True, "some log call is stuck");

        scene.Service.Configure(scene.Write("last.config", "last"));
        logger.Info("works");
        Assert.That(scene.Texts, Is.EqualTo(new[] { "works" }));

        void Log()
        {
            using IDisposable scope = logger.GetScopedLogger("[stress]");
            logger.InfoFormat("{0} of {1}", 1, 2);
            logger.Debug("text");
        }

        Task StartUntilOver(Action call) => Task.Factory.StartNew(
            () =>
            {
                while (!Volatile.Read(ref over))
                {
                    call();
                }
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
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

    private static Task Start(Action<int> call) => Task.Factory.StartNew(
        () =>
        {
            for (int i = 0; i < Rounds; i++)
            {
                call(i);
            }
        },
        CancellationToken.None,
        TaskCreationOptions.LongRunning,
        TaskScheduler.Default);
}
