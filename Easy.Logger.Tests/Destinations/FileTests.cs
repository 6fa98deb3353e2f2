namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A file that cannot be written for a while, or that several processes write: what failed is counted and reported, and lines resume by
/// themselves. log4net's rolling files behind us: dates and restarts as without us, and a roll that costs no caller its time.
/// </summary>
internal sealed class FileTests : SceneTests<LogScene>
{
    private const int Count = 100;
    private const string Minimal = """<lockingModel type="log4net.Appender.FileAppender+MinimalLock" />""";

    private readonly HandClock _clock = new();
    private readonly GatedAppender _roll = new();

    [TearDown]
    public void LetTheRollEnd() => _roll.OpenGate();

    /// <summary>
    /// With the system's own full device in place of the file. log4net's minimal lock may fail once more on the stream that failed before.
    /// </summary>
    [Test]
    [Platform("Linux")]
    [Demand("J3")]
    public void DeviceFullForAWhile_LinesResumeAndTheGapIsCounted([Values] bool batchRendering)
    {
        (string path, string aside) = (Scene.Folder.File("file.log"), Scene.Folder.File("aside.log"));
        Scene.ConfigureFile($"""<batchRendering value="{batchRendering}" />""", more: Minimal);

        LogAndFlush("before");
        File.Move(path, aside);
        File.CreateSymbolicLink(path, "/dev/full");
        LogAndFlush("while");
        File.Move(aside, path, overwrite: true);
        LogAndFlush("after");
        LogAndFlush("last");

        BufferStatistics counters = Scene.Appender.Statistics;
        string[] lines = File.ReadAllLines(path);
        Assert.That(counters.Failed, Is.InRange(Count, 2 * Count));
        Assert.That(counters.Forwarded, Is.EqualTo((4 * Count) - counters.Failed));
        Assert.That(lines, Has.Length.EqualTo(counters.Forwarded).And.None.Contains("while"));
        Assert.That(lines.TakeLast(Count), Is.EqualTo(Numbered("last")));
        Assert.That(Scene.Complaints, Has.Count.EqualTo(2));
    }

    /// <summary>The folder is gone and cannot be made again, as when a share is not there.</summary>
    [Test]
    [Demand("J4")]
    public void FolderGoneForAWhile_LinesResumeAndTheGapIsCounted([Values] bool batchRendering)
    {
        string folder = Directory.CreateDirectory(Scene.Folder.File("share")).FullName;
        string aside = Scene.Folder.File("aside");
        string child = Path.Combine("share", "file");
        string async = Scene.Async($"""<batchRendering value="{batchRendering}" />""", child);
        Scene.Configure(Scene.File(child, more: Minimal), async, LogScene.Root(Scene.Name));

        LogAndFlush("before");
        Directory.Move(folder, aside);
        File.WriteAllText(folder, "not a folder");
        LogAndFlush("while");
        File.Delete(folder);
        Directory.Move(aside, folder);
        LogAndFlush("after");

        AssertGap();
    }

    /// <summary>
    /// A file that is kept open takes every write after it was deleted, without an error; so it is said, and that it is there again too.
    /// </summary>
    [Test]
    [Platform(Exclude = "Win")]
    [Demand("J4")]
    public void FileDeletedWhileItIsOpen_IsReportedUntilItIsThereAgain(
        [Values("FileAppender", "RollingFileAppender")] string type,
        [Values("ExclusiveLock", "InterProcessLock", "NoLock")] string locking,
        [Values] bool batchRendering)
    {
        string path = Scene.Folder.File("file.log");
        string more = $"""<lockingModel type="log4net.Appender.FileAppender+{locking}" />""";
        Scene.ConfigureFile($"""<batchRendering value="{batchRendering}" />""", more: more, type: type);
        LogAndFlush("before");
        Assert.That(Scene.Complaints, Is.Empty);

        File.Delete(path);
        LogAndFlush("while");
        LogAndFlush("while");
        Assert.That(Scene.Complaints, Has.Count.EqualTo(1));
        File.WriteAllText(path, string.Empty);
        LogAndFlush("after");

        Assert.That(Scene.Complaints, Has.Count.EqualTo(2));
        Assert.That(Scene.Complaints[0], Does.Contain("the file of child appender 'file'").And.Contains($"'{path}' is not there"));
        Assert.That(Scene.Complaints[1], Does.Contain($"works again after it failed on {2 * Count} event(s)"));
    }

    /// <summary>With the locking model that log4net has for it, every line of both is there once and in its order.</summary>
    [Test]
    [Demand("J5")]
    public void TwoProcessesInterProcessLock_EveryLineOfBothIsThere()
    {
        using ProbeRun first = new(TestProgram.ExitProbe, "shared", Scene.Folder.Path);
        using ProbeRun second = new(TestProgram.ExitProbe, "shared", Scene.Folder.Path);
        first.AwaitLine("ready");
        second.AwaitLine("ready");

        Go();
        first.AssertEndsWith(70);
        second.AssertEndsWith(70);

        ILookup<string, int> numbers = Scene.Lines("exit").Select(line => line.Split(' '))
            .ToLookup(parts => parts[0], parts => int.Parse(parts[1], CultureInfo.InvariantCulture));
        Assert.That(numbers, Has.Count.EqualTo(2));
        Assert.That(numbers, Is.All.EqualTo(Enumerable.Range(0, 5000)));
    }

    /// <summary>The one that comes second reports it once and counts what it cannot write; when the first is gone, it writes.</summary>
    [Test]
    [Demand("J5")]
    public void TwoProcessesOneHoldsTheFile_OtherReportsOnceCountsAndRecovers()
    {
        using ProbeRun holder = new(TestProgram.ExitProbe, "hold", Scene.Folder.Path);
        holder.AwaitLine("ready");
        Scene.ConfigureFile();
        Scene.LogAndFlush("lost", 1000);
        Scene.LogAndFlush("lost too", 1000);
        BufferStatistics before = Scene.Appender.Statistics;

        Go();
        holder.AssertEndsWith(74);
        Scene.LogAndFlush("line", 10);

        BufferStatistics after = Scene.Appender.Statistics;
        Assert.That((before.Forwarded, before.Failed), Is.EqualTo((0, 2000)));
        Assert.That((after.Forwarded, after.Failed), Is.EqualTo((10, 2000)));
        Assert.That(Scene.Lines(), Is.EqualTo(LogScene.Numbered("line", 10)));
        Assert.That(Scene.Complaints, Has.Count.EqualTo(2));
        Assert.That(Scene.Complaints[1], Does.Contain("works again after it failed on 2000 event(s)"));
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
            Scene.Lines().Select(line => int.Parse(line[..6])).Order(), Is.EqualTo(Enumerable.Range(0, runs * days * linesPerDay)));
        Assert.That(Directory.GetFiles(Scene.Folder.Path), Has.Length.GreaterThanOrEqualTo(runs * (days - 1)));
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

        Eventually.Returns(() => Scene.Log(dots, 100), "the log calls that make it roll");
        _roll.AwaitEntry();
        Eventually.Returns(() => Scene.Log("line", 9_900), "the log calls");

        AsyncBufferingForwardingAppender appender = Scene.Appender;
        Assert.That(appender.Statistics.Pending, Is.GreaterThan(9_900));
        Assert.That(appender.Statistics.BlockedCalls, Is.Zero);
        _roll.OpenGate();
        Scene.Shutdown();
        Assert.That(
            Scene.Lines().Order(StringComparer.Ordinal),
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

        Scene.Log("line", 10);

        Eventually.Holds(() => Scene.Appender.Statistics.Forwarded == 10, "both batches are forwarded");
        Assert.That(Scene.Lines(), Is.EqualTo(LogScene.Numbered("line", 10)));
        Assert.That(flushedBy, Is.Not.Empty.And.All.EqualTo($"Easy.Logger {Scene.Name}"));
    }

    private void AssertGap()
    {
        AsyncBufferingForwardingAppender appender = Scene.Appender;
        Scene.Shutdown();
        BufferStatistics counters = appender.Statistics;
        string file = Directory.GetFiles(Scene.Folder.Path, "file.log", SearchOption.AllDirectories).Single();
        Assert.That(File.ReadLines(file), Is.EqualTo(Numbered("before").Concat(Numbered("after"))));
        Assert.That((counters.Forwarded, counters.Failed, counters.Dropped), Is.EqualTo((2 * Count, Count, 0)));
        Assert.That(Scene.Complaints, Has.Count.EqualTo(2));
        Assert.That(Scene.Complaints[1], Does.Contain($"works again after it failed on {Count} event(s)"));
    }

    private void LogAndFlush(string prefix) => Scene.LogAndFlush(prefix, Count);

    private static IEnumerable<string> Numbered(string prefix) => LogScene.Numbered(prefix, Count);

    private void Go() => File.WriteAllText(Scene.Folder.File("go"), string.Empty);

    /// <returns>The file below the appender.</returns>
    private HookedFile Configure(string options, string more, string type = "RollingFileAppender")
    {
        string lockingModel = $"""<lockingModel type="{typeof(HookedFile).AssemblyQualifiedName}" />""";
        Scene.ConfigureFile(options, more: more + lockingModel, type: type);
        return (HookedFile)Scene.Repository.Appender<FileAppender>().LockingModel;
    }

    private AsyncBufferingForwardingAppender Attach(
        TestRepository repository, RollingFileAppender.RollingMode style, bool staticName, bool batchRendering)
    {
        RollingFileAppender child = new()
        {
            File = Scene.Folder.File("file.log"),
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
        string current = Scene.Folder.File("file.log");
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
