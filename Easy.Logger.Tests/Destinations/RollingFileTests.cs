namespace Easy.Logger.Tests.Destinations;

/// <summary>log4net's rolling files behind us: sizes, dates and restarts as without us, and a roll that costs no caller its time.</summary>
internal sealed class RollingFileTests
{
    private readonly LogScene _scene = new();
    private readonly HandClock _clock = new();
    private HeldRollAppender? _heldChild;

    [TearDown]
    public void EndScene()
    {
        _heldChild?.EndRoll();
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
        HeldRollAppender child = _heldChild = new HeldRollAppender
        {
            File = _scene.Folder.File("file.log"),
            Layout = new PatternLayout("%message%newline"),
            RollingStyle = RollingFileAppender.RollingMode.Size,
            MaximumFileSize = "1KB",
            MaxSizeRollBackups = -1,
        };
        child.ActivateOptions();
        AsyncBufferingForwardingAppender appender = new() { Name = _scene.Name, BufferSize = 10 };
        appender.AddAppender(child);
        appender.ActivateOptions();
        _scene.Repository.Attach(appender);

        Eventually.Returns(() => Log(0, 100, new string('.', 40)), "the log calls that make it roll");
        child.AwaitRoll();
        Eventually.Returns(() => Log(100, 9_900), "the log calls");

        Assert.That(appender.Statistics.Pending, Is.GreaterThan(9_900));
        Assert.That(appender.Statistics.BlockedCalls, Is.Zero);
        child.EndRoll();
        _scene.Shutdown();
        Assert.That(_scene.Lines().Select(line => int.Parse(line[..6])).Order(), Is.EqualTo(Enumerable.Range(0, 10_000)));

        void Log(int from, int count, string rest = "")
        {
            for (int i = from; i < from + count; i++)
            {
                _scene.Log().Info($"{i:D6} {rest}");
            }
        }
    }

    /// <summary>
    /// Nobody asks for a flush, and the text is in the file when its batch is over; the worker flushed it and no other thread did.
    /// </summary>
    [Test]
    [Demand("J7")]
    public void ChildWithoutImmediateFlush_WorkerFlushesEachBatch([Values("FileAppender", "RollingFileAppender")] string type)
    {
        List<string?> flushedBy = [];
        _scene.ConfigureFile(
            """<idleTime value="3600000" /><bufferSize value="5" />""",
            more: $"""<immediateFlush value="false" /><lockingModel type="{typeof(HookedFile).AssemblyQualifiedName}" />""",
            type: type);
        ((HookedFile)_scene.Repository.Appender<FileAppender>().LockingModel).OnFlush = () => flushedBy.Add(Thread.CurrentThread.Name);

        for (int i = 0; i < 10; i++)
        {
            _scene.Log().Info(i);
        }

        Eventually.Holds(() => _scene.Appender.Statistics.Forwarded == 10, "both batches are forwarded");
        Assert.That(_scene.Lines(), Is.EqualTo(Enumerable.Range(0, 10).Select(i => $"{i}")));
        Assert.That(flushedBy, Is.Not.Empty.And.All.EqualTo($"Easy.Logger {_scene.Name}"));
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
        appender.AddAppender(child);
        appender.ActivateOptions();
        repository.Attach(appender);
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

    /// <summary>A rolling file that does something long with the file it has just closed, such as compressing it.</summary>
    private sealed class HeldRollAppender : RollingFileAppender
    {
        private readonly ManualResetEventSlim _rolls = new();
        private readonly ManualResetEventSlim _gate = new();

        public void AwaitRoll() => Assert.That(_rolls.Wait(Eventually.Patience), Is.True, "It never rolled.");

        public void EndRoll() => _gate.Set();

        protected override void RollOverRenameFiles(string baseFileName)
        {
            base.RollOverRenameFiles(baseFileName);
            _rolls.Set();
            _gate.Wait();
        }
    }
}
