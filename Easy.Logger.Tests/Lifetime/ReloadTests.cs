namespace Easy.Logger.Tests.Lifetime;

/// <summary>A new configuration while the old one is at work. Each is put in place as the watcher of log4net does it.</summary>
internal sealed class ReloadTests
{
    /// <summary>The child is the slowest there is.</summary>
    [TestCase(0)]
    [TestCase(200)]
    [Demand("F1", "B4")]
    public void FiftyThousandEventsPendingAtAStuckChild_ReloadEndsByCloseTimeout(int closeTimeout)
    {
        const int pending = 50_000;
        using GatedScene gated = new($"""
            <idleTime value="3600000" /><fix value="Message" />
            <queueLimit value="{pending + 1}" /><closeTimeout value="{closeTimeout}" />
            """);
        gated.HoldWorker();
        gated.Log(pending);

        Eventually.Returns(() => gated.Scene.ConfigureFile(), "the reload");

        Assert.That(gated.Appender.Statistics.DroppedFor(DropReason.Closing), Is.EqualTo(pending));
        Assert.That(gated.Scene.Complaints, Has.Count.EqualTo(1));
        Assert.That(
            gated.Scene.Complaints[0],
            Does.Contain($"closed after closeTimeout ({closeTimeout} ms): {pending} waiting event(s) were dropped, 1 more"));
        gated.Scene.Log().Error("goes on");
        gated.Scene.AwaitLines("goes on");
        gated.Child.OpenGate();
        Workers.AssertNoneLeft([gated.Appender]);
    }

    /// <summary>What log4net hands to one of our appenders is in one of the files. Whether it hands over all is its own affair.</summary>
    [Test]
    [Demand("F2")]
    public void OneHundredReloadsUnderLoad_OurShareOfTheLossIsZero()
    {
        using LogScene scene = new();
        List<AsyncBufferingForwardingAppender> seen = [];
        Reload(0);
        ILog log = scene.Log();
        using CancellationTokenSource stop = new();
        Task<int>[] producers =
            [.. Enumerable.Range(0, 4).Select(id => Task.Factory.StartNew(() => Produce(id), TaskCreationOptions.LongRunning))];

        for (int i = 1; i <= 100; i++)
        {
            Eventually.Returns(() => Reload(i), $"reload {i}");
            Eventually.Holds(() => seen[^1].Statistics.Accepted > 0, "lines go the new way");
        }

        stop.Cancel();
        int[] counts = Eventually.Returns(() => Task.WhenAll(producers).Result, "the producers");
        scene.Shutdown();

        Workers.AssertNoneLeft(seen);
        string[] sent = [.. counts.SelectMany((count, id) => Enumerable.Range(0, count).Select(number => $"{id} {number}"))];
        IReadOnlyList<string> written = scene.Lines("file-");
        Assert.That(seen.Distinct(), Has.Exactly(101).Items);
        Assert.That(
            seen.Sum(appender => appender.Statistics.Rejected + appender.Statistics.Dropped + appender.Statistics.Failed), Is.Zero);
        Assert.That(seen.Sum(appender => appender.Statistics.Accepted), Is.EqualTo(written.Count));
        Assert.That(written.Except(sent), Is.Empty);
        Assert.That(written, Is.Unique);

        void Reload(int number)
        {
            scene.Configure(scene.File($"file-{number}"), scene.Async(string.Empty, $"file-{number}"), LogScene.Root(scene.Name));
            seen.Add(scene.Appender);
        }

        int Produce(int id)
        {
            int number = 0;
            SpinWait pause = default; // a load that two cores can carry beside other tests
            while (!stop.IsCancellationRequested)
            {
                log.Info($"{id} {number++}");
                pause.SpinOnce();
            }

            return number;
        }
    }

    /// <summary>The old wrapper forwards its queued events and closes its child before the new child opens the file.</summary>
    [Test]
    [Demand("F3")]
    public void BothConfigurationsWriteTheSameFile_LinesGoOnAfterTheReload(
        [Values("FileAppender", "RollingFileAppender")] string type,
        [Values("", "ExclusiveLock", "NoLock", "MinimalLock", "InterProcessLock")] string locking)
    {
        string more = locking.Length == 0 ? string.Empty : $"""<lockingModel type="log4net.Appender.FileAppender+{locking}" />""";
        using LogScene scene = new();
        scene.ConfigureFile(more: more, type: type);
        AsyncBufferingForwardingAppender first = scene.Appender;
        scene.Log().Info("in the file");
        Assert.That(first.Flush(-1), Is.True);
        scene.Log().Info("waits");
        scene.Log().Info("waits, too");

        scene.ConfigureFile(more: more, type: type);

        scene.Log().Error("after");
        scene.Log().Error("long after");
        Assert.That(scene.Appender.Flush(-1), Is.True);
        Assert.That(scene.Lines(), Is.EqualTo(new[] { "in the file", "waits", "waits, too", "after", "long after" }));
        Assert.That(first.Statistics.Forwarded, Is.EqualTo(3));
        Assert.That(scene.Complaints, Is.Empty);
    }

    /// <summary>log4net holds the logger's lock meanwhile, and closeTimeout is the longest that anybody waits for it.</summary>
    [Test]
    [Demand("F4")]
    public void Reload_EventsWaitAtAStuckChild_LogCallsOfThatLoggerGoOnAtCloseTimeout()
    {
        using GatedScene gated = new("""<idleTime value="3600000" /><closeTimeout value="200" />""");
        gated.HoldWorker();
        gated.Log(1000);
        using BackgroundCall<LogScene> reload = new(() => gated.Scene.ConfigureFile());
        Eventually.Holds(() => gated.Appender.Statistics.State >= BufferState.Draining, "the old appender closes");

        Eventually.Returns(() => gated.Scene.Log().Error("another thread's"), "the log call");

        gated.Scene.AwaitLines("another thread's");
        Assert.That(reload.Result.Appender, Is.Not.SameAs(gated.Appender));
    }

    /// <summary>In a process of its own, whose threads and timers can be counted.</summary>
    [Test]
    [Category("Exit")]
    [Demand("F5")]
    public void OneHundredReloads_LeaveNoThreadNoTimerAndNoAppender()
    {
        using TempFolder folder = new();
        using ProbeRun run = new(TestProgram.ExitProbe, "reloads", folder.Path);

        run.AssertEndsWith(80);

        Assert.That(run.Output, Does.Contain("left after 100 reloads: no threads, no timers, no appenders"), run.Transcript);
        Assert.That(folder.Lines("exit"), Has.Count.EqualTo(101));
    }
}
