using Easy.Logger.Diagnostics;
using log4net.Appender;

namespace Benchmarker.Soak.Hostile;

/// <summary>The disk of the log is full, read-only, taken away, or the file may not be written any more.</summary>
internal static class Disks
{
    private const string Broken = "broken";
    private const string Logged = "logged";
    private const string Repaired = "repaired";
    private const string Filler = "filler.bin";
    private const int Calls = 500;

    public static IReadOnlyList<HostileScenario> All { get; } =
    [
        new("disk-full", "a full disk makes events fail, counted and reported, and when it has room again events are written", Full)
        {
            NeedsMount = true,
            Disturb = process => Break(
                process,
                () =>
                {
                    SmallDisk.Mount(process.Folder, "size=256k");
                    File.WriteAllBytes(Path.Combine(SmallDisk.PathIn(process.Folder), Filler), new byte[200 << 10]);
                },
                () => File.Delete(Path.Combine(SmallDisk.PathIn(process.Folder), Filler))),
        },
        new("device-full", "a device that is always full makes every event fail, counted and reported", Device),
        new("disk-read-only", "a read-only disk makes every event fail, counted and reported", ReadOnly)
        {
            NeedsMount = true,
            Disturb = process => Break(process, () => SmallDisk.Mount(process.Folder, "size=256k,ro"), () => { }),
        },
        new("folder-gone", "a folder that is taken away while its file is written costs no event that is not counted", FolderGone)
        {
            Disturb = process => Break(
                process,
                () =>
                {
                    process.AwaitStage(Logged);
                    Directory.Move(process.PathOf("logs"), process.PathOf("gone"));
                },
                () => { }),
        },
        new(
            "file-unwritable",
            "a file that may not be written any more makes events fail, counted and reported, until it may again",
            Unwritable)
        {
            IsUnprivileged = true,
            Disturb = process => Break(
                process,
                () =>
                {
                    process.AwaitStage(Logged);
                    SystemTool.Run("chmod", "0", process.PathOf("log.txt"));
                },
                () => SystemTool.Run("chmod", "666", process.PathOf("log.txt"))),
        },
    ];

    private static void Break(ScenarioProcess process, Action breaks, Action repairs)
    {
        breaks();
        process.Allow(Broken);
        if (process.AwaitStage(Broken))
        {
            repairs();
            process.Allow(Repaired);
        }
    }

    private static void Full(ScenarioContext context)
    {
        context.Ready();
        context.Await(Broken);
        string path = Path.Combine(SmallDisk.PathIn(context.Folder), "log.txt");
        ScenarioLog log = new(context, _ => { }, ScenarioLog.File(path));
        log.Write(Calls, new string('x', 500));
        log.Appender.Flush(5_000);
        CheckFailed(context, log);
        AwaitRepair(context);
        CheckWorks(context, log, path);
        CloseAndCompare(context, log, () => ScenarioLog.Lines(path));
    }

    private static void Device(ScenarioContext context)
    {
        ScenarioLog log = new(context, _ => { }, ScenarioLog.File("/dev/full"));
        context.Ready();
        log.Write(Calls);
        log.Appender.Flush(5_000);
        CheckFailed(context, log);
        CloseAndCompare(context, log, () => 0);
    }

    private static void ReadOnly(ScenarioContext context)
    {
        context.Ready();
        context.Await(Broken);
        string path = Path.Combine(SmallDisk.PathIn(context.Folder), "log.txt");
        ScenarioLog log = new(context, _ => { }, ScenarioLog.File(path));
        log.Write(Calls);
        log.Appender.Flush(5_000);
        CheckFailed(context, log);
        AwaitRepair(context);
        CloseAndCompare(context, log, () => ScenarioLog.Lines(path));
    }

    private static void FolderGone(ScenarioContext context)
    {
        string[] files = ["kept.txt", "opened.txt"];
        ScenarioLog[] logs =
        [
            new(context, _ => { }, ScenarioLog.File(Path.Combine(context.PathOf("logs"), files[0]))),
            new(context, _ => { }, ScenarioLog.File(WithMinimalLock(), Path.Combine(context.PathOf("logs"), files[1]))),
        ];
        context.Ready();
        LogBeforeAndAfter(context, logs);
        context.Stage(Broken);
        for (int i = 0; i < logs.Length; i++)
        {
            string file = files[i];
            CloseAndCompare(
                context,
                logs[i],
                () => ScenarioLog.Lines(Path.Combine(context.PathOf("logs"), file))
                    + ScenarioLog.Lines(Path.Combine(context.PathOf("gone"), file)));
        }
    }

    private static void Unwritable(ScenarioContext context)
    {
        string path = context.PathOf("log.txt");
        ScenarioLog log = new(context, _ => { }, ScenarioLog.File(WithMinimalLock(), path));
        context.Ready();
        LogBeforeAndAfter(context, log);
        CheckFailed(context, log);
        AwaitRepair(context);
        CheckWorks(context, log, path);
        CloseAndCompare(context, log, () => ScenarioLog.Lines(path));
    }

    private static FileAppender WithMinimalLock() => new() { LockingModel = new FileAppender.MinimalLock() };

    private static void LogBeforeAndAfter(ScenarioContext context, params ScenarioLog[] logs)
    {
        foreach (ScenarioLog log in logs)
        {
            log.Write(Calls);
            context.Check(log.Appender.Flush(5_000), "Flush returned false before anything was broken");
        }

        context.Stage(Logged);
        context.Await(Broken);
        foreach (ScenarioLog log in logs)
        {
            log.Write(Calls);
            log.Appender.Flush(5_000);
        }
    }

    private static void AwaitRepair(ScenarioContext context)
    {
        context.Stage(Broken);
        context.Await(Repaired);
    }

    private static void CheckFailed(ScenarioContext context, ScenarioLog log)
    {
        BufferStatistics counters = log.Counters;
        context.Check(counters.Failed > 0, $"no event failed: {CounterText.From(counters)}");
        context.Check(counters.LastError is not null, "no error was reported");
        context.Check(counters.Dropped == 0, $"{counters.Dropped} events were dropped");
    }

    private static void CheckWorks(ScenarioContext context, ScenarioLog log, string path)
    {
        int lines = ScenarioLog.Lines(path);
        long forwarded = log.Counters.Forwarded;
        log.Write(10);
        context.Check(log.Appender.Flush(5_000), "Flush returned false after the repair");
        context.Check(log.Counters.Forwarded >= forwarded + 10, "events failed after the repair");
        context.Check(ScenarioLog.Lines(path) >= lines + 10, "events were not written after the repair");
    }

    private static void CloseAndCompare(ScenarioContext context, ScenarioLog log, Func<int> lines)
    {
        context.Within(3_000, "Close", log.Close);
        BufferStatistics counters = log.CheckCalls();
        int written = lines();
        context.Seen($"{written} lines");
        context.Check(counters.Pending == 0, $"{counters.Pending} events are pending after Close");
        context.Check(written >= counters.Forwarded, $"{counters.Forwarded} forwarded, but {written} lines");
        context.Check(written <= counters.Accepted, $"{counters.Accepted} accepted, but {written} lines");
    }
}

/// <summary>A file system of a few kilobytes in a folder of the scenario.</summary>
internal static class SmallDisk
{
    private const string Name = "disk";

    /// <summary>Whether this process may mount one.</summary>
    public static bool CanMount { get; } = Environment.IsPrivilegedProcess && Probe();

    public static string PathIn(string folder) => Path.Combine(folder, Name);

    public static void Mount(string folder, string options) =>
        SystemTool.Run("mount", "-t", "tmpfs", "-o", options, "tmpfs", Directory.CreateDirectory(PathIn(folder)).FullName);

    /// <summary>Does nothing when nothing is mounted.</summary>
    public static void Unmount(string folder)
    {
        if (Directory.Exists(PathIn(folder)))
        {
            SystemTool.TryRun("umount", "-l", PathIn(folder));
        }
    }

    private static bool Probe()
    {
        using TemporaryFolder folder = new();
        string disk = Directory.CreateDirectory(PathIn(folder.Path)).FullName;
        return SystemTool.TryRun("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk) && SystemTool.TryRun("umount", disk);
    }
}
