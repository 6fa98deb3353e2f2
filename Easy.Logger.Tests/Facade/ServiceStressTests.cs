using Easy.Logger.Interfaces;

namespace Easy.Logger.Tests.Facade;

/// <summary>Everything at once: no call throws, none waits for ever.</summary>
internal sealed class ServiceStressTests : FacadeScene
{
    private const int Rounds = 15;
    private const string Async = "Easy.Logger.AsyncBufferingForwardingAppender, Easy.Logger";

    [Test]
    public void Service_UsedFromManyThreads_NeverThrowsNorDeadlocks()
    {
        FileInfo[] files = [.. new[] { "a", "b", "c" }.Select(name => Scene.Write($"{name}.config", name, Async))];
        Service.Configure(files[0]);
        IEasyLogger logger = Service.GetLogger("kept");
        bool over = false;

        BackgroundCall<bool>[] changes =
        [
            Start(i => Service.Configure(files[i % files.Length])),
            Start(i => Service.Configure(files[(i + 1) % files.Length])),
            Start(_ => Service.Dispose()),
            Start(i => Change($"a{i}")),
            Start(_ => Time.Advance(Quiet)),
        ];
        BackgroundCall<bool>[] calls =
            [.. new Action<int>[] { Log, Log, i => Service.GetLogger("other").Info(i) }.Select(call => Start(call, untilOver: true))];

        Array.ForEach(changes, change => change.Dispose()); // waits, but not for ever
        Volatile.Write(ref over, true);

        Assert.That(changes.Select(change => change.Result), Is.All.True);
        Assert.That(calls.Select(call => call.Result), Is.All.True);

        Service.Configure(Scene.Write("last.config", "last"));
        logger.Info("works");
        Assert.That(Texts, Is.EqualTo(new[] { "works" }));

        void Log(int number)
        {
            using IDisposable scope = logger.GetScopedLogger("[stress]");
            logger.InfoFormat("{0} of {1}", number, 2);
            logger.Debug("text");
        }

        BackgroundCall<bool> Start(Action<int> call, bool untilOver = false) => BackgroundCall.Of(() =>
        {
            for (int i = 0; untilOver ? !Volatile.Read(ref over) : i < Rounds; i++)
            {
                call(i);
            }
        });
    }

    /// <summary>In one piece: log4net waits for files that are being written, which would take most of the time here.</summary>
    private void Change(string appender)
    {
        try
        {
            Scene.Write("a.tmp", appender, Async).MoveTo(Scene.Folder.File("a.config"), overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Where a file that is being read cannot be replaced, the next round may.
        }
    }
}
