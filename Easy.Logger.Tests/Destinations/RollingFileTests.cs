namespace Easy.Logger.Tests.Destinations;

/// <summary>log4net's rolling files behind us: sizes, dates and restarts as without us, and a roll that costs no caller its time.</summary>
internal sealed class RollingFileTests
{
    private readonly LogScene _scene = new();
    private readonly HandClock _clock = new();
    private readonly GatedAppender _roll = new();

    [TearDown]
    public void EndScene()
    {
        _roll.OpenGate();
        _scene.Dispose();
    }

    /// <summary>Three runs of a program, which rolls several times in each, on one set of files.</summary>
    [Test]
    [Demand("J1")]
    public void RunAndRestarted_FilesTogetherHoldEveryLineOnce(
        [Values(RollingFileAppender.RollingMode.Size, RollingFileAppender.RollingMode.Date, RollingFileAppender.RollingMode.Composite)]
        RollingFileAppender.RollingMode style,
        [Values] bool staticName,
        [Values] bool batchRendering)
    {
        const int runs = 3;
        const int days = 3;
        const int linesPerDay = 200;
        int number = 0;
        for (int run = 0; run < runs; run++)
        {
            using TestRepository repository = new();
            AsyncBufferingForwardingAppender appender = Attach(repository, style, staticName, batchRendering);
            for (int day = 0; day < days; day++)
            {
                for (int i = 0; i < linesPerDay; i++)
                {
                    repository.Log().Info($"{number++:D6} {new string('.', 40)}");
                }

                Assert.That(appender.Flush(-1), Is.True);
                SetTimeOfFiles();
                _clock.Now += TimeSpan.FromDays(1);
            }

            // A file that was written yesterday is from yesterday.
            _clock.Now -= TimeSpan.FromDays(1);
            repository.Dispose();
            Workers.AssertNoneLeft([appender]);
            SetTimeOfFiles();
            _clock.Now += TimeSpan.FromHours(5);
        }

        Assert.That(
            _scene.Lines().Select(line => int.Parse(line[..6])).Order(), Is.EqualTo(Enumerable.Range(0, runs * days * linesPerDay)));
        Assert.That(Directory.GetFiles(_scene.Folder.Path), Has.Length.GreaterThanOrEqualTo(runs * (days - 1)));
    }

    /// <summary>Whatever a child does when it rolls, it does on the worker; callers go on as long as the queue has room.</summary>
    [Test]
    [Demand("J6")]
    public void RollIsUnderWay_NoCallWaits()
    {
        string dots = new('.', 40);
        const string small = """<rollingStyle value="Size" /><maximumFileSize value="1KB" /><maxSizeRollBackups value="-1" />""";
        Configure("""<bufferSize value="10" /><closeTimeout value="-1" />""", small).OnOpen =
            () => _roll.DoAppend(Some.Event());
        _roll.CloseGate();

        Eventually.Returns(() => _scene.Log(dots, 100), "the log calls that make it roll");
        _roll.AwaitEntry();
        Eventually.Returns(() => _scene.Log("line", 9_900), "the log calls");

        AsyncBufferingForwardingAppender appender = _scene.Appender;
        Assert.That(appender.Statistics.Pending, Is.GreaterThan(9_900));
        Assert.That(appender.Statistics.BlockedCalls, Is.Zero);
        _roll.OpenGate();
        _scene.Shutdown();
        Assert.That(
            _scene.Lines().Order(StringComparer.Ordinal),
            Is.EqualTo(LogScene.Numbered(dots, 100).Concat(LogScene.Numbered("line", 9_900)).Order(StringComparer.Ordinal)));
    }

    /// <summary>
    /// Nobody asks for a flush, and the text is in the file when its batch is over; the worker flushed it and no other thread did.
    /// </summary>
    [Test]
    [Demand("J7")]
    public void ChildWithoutImmediateFlush_WorkerFlushesEachBatch([Values("FileAppender", "RollingFileAppender")] string type)
    {
        List<string?> flushedBy = [];
        Configure("""<idleTime value="3600000" /><bufferSize value="5" />""", """<immediateFlush value="false" />""", type).OnFlush =
            () => flushedBy.Add(Thread.CurrentThread.Name);

        _scene.Log("line", 10);

        Eventually.Holds(() => _scene.Appender.Statistics.Forwarded == 10, "both batches are forwarded");
        Assert.That(_scene.Lines(), Is.EqualTo(LogScene.Numbered("line", 10)));
        Assert.That(flushedBy, Is.Not.Empty.And.All.EqualTo($"Easy.Logger {_scene.Name}"));
    }

    /// <returns>The file below the appender.</returns>
    private HookedFile Configure(string options, string more, string type = "RollingFileAppender")
    {
        string lockingModel = $"""<lockingModel type="{typeof(HookedFile).AssemblyQualifiedName}" />""";
        _scene.ConfigureFile(options, more: more + lockingModel, type: type);
        return (HookedFile)_scene.Repository.Appender<FileAppender>().LockingModel;
    }

    private AsyncBufferingForwardingAppender Attach(
        TestRepository repository, RollingFileAppender.RollingMode style, bool staticName, bool batchRendering)
    {
        RollingFileAppender child = new()
        {
            File = _scene.Folder.File("file.log"),
            Layout = new PatternLayout("%message%newline"),
            RollingStyle = style,
            StaticLogFileName = staticName,
            DatePattern = "'.'yyyy-MM-dd",
            DateTimeStrategy = _clock,
            MaximumFileSize = "4KB",
            MaxSizeRollBackups = -1,
            CountDirection = 1,
        };
        child.ActivateOptions();
        AsyncBufferingForwardingAppender appender = new() { Name = Some.Name(), BufferSize = 16, BatchRendering = batchRendering };
        repository.Attach(Some.Activated(appender, child));
        return appender;
    }

    /// <summary>At a restart log4net goes by when a file was last written, and that is the real time.</summary>
    private void SetTimeOfFiles()
    {
        string current = _scene.Folder.File("file.log");
        if (File.Exists(current))
        {
            File.SetLastWriteTime(current, _clock.Now);
        }
    }

    /// <summary>The time of day as a rolling file sees it.</summary>
    private sealed class HandClock : RollingFileAppender.IDateTime
    {
        public DateTime Now { get; set; } = new(2026, 3, 27, 12, 0, 0, DateTimeKind.Local);
    }
}
