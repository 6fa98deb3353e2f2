using log4net.Appender;
using Mode = log4net.Appender.RollingFileAppender.RollingMode;

namespace Recorder;

/// <summary>RollingFileAppender with a clock of its own (DateTimeStrategy), in every combination of mode, file names and direction.</summary>
internal sealed partial class RollingTopic(Golden golden)
{
    public static void Run(Golden golden) => new RollingTopic(golden).Run();

    private void Run()
    {
        golden.Case("defaults", Defaults);
        golden.Case("check period of a date pattern", CheckPeriods);
        Combinations();
        golden.Case("composite as often configured: static, 50 backups, pattern yyyyMMdd, 100 bytes a file, 120 lines in two days", UsualComposite);
        golden.Case("backups 0 and -1, size rolling, 12 lines of 10 bytes, 50 bytes a file", NoneOrAllBackups);
        golden.Case("once: three runs of two lines, 2 backups; static and not", Once);
        golden.Case("size rolling with AppendToFile false, two runs of 3 lines", SizeWithoutAppend);
        golden.Case("a batch is checked how often: DoAppend(array of 12), 50 bytes a file, 3 backups", BatchOverSeveralFiles);
        golden.Case("the date changes inside a batch (the clock is read per event or per batch)", ClockReadsOfBatch);
        golden.Case("one line longer than the file size; exactly the size", LongLine);
        golden.Case("header and footer on every roll, counted into the size or not", HeaderAndFooter);
        golden.Case("missing and bad options", BadOptions);
        golden.Case("hourly and minutely, static", HourlyAndMinutely);
        golden.Case("the clock goes back a day", ClockGoesBack);
        golden.Case("a lock file of the next appender: two rolling appenders on one file, minimal lock", TwoAppenders);
    }

    private void Defaults()
    {
        RollingFileAppender appender = new();
        golden.Line(
            $"style {appender.RollingStyle} pattern {Golden.Quote(appender.DatePattern)} backups {appender.MaxSizeRollBackups} "
            + $"size {appender.MaxFileSize} text {appender.MaximumFileSize} direction {appender.CountDirection} static {appender.StaticLogFileName} "
            + $"keep extension {appender.PreserveLogFileNameExtension} append {appender.AppendToFile}");
        foreach (Mode mode in Enum.GetValues<Mode>())
        {
            golden.Line($"{mode}={(int)mode} AppendToFile becomes {new RollingFileAppender { RollingStyle = mode }.AppendToFile}");
        }

        foreach (string size in new[] { "100", "10KB", "2 MB", "1gb", "50MB", "", "x", "1.5MB", "-1" })
        {
            golden.Line($"MaximumFileSize {Golden.Quote(size)} -> {new RollingFileAppender { MaximumFileSize = size }.MaxFileSize}");
        }
    }

    private void CheckPeriods()
    {
        foreach (string pattern in new[]
        {
            ".yyyy-MM-dd", ".yyyy-MM-dd-HH", ".yyyy-MM-dd-HH-mm", "yyyyMM", "yyyy-MM-dd tt", ".yyyy", "'.log'", "dd", "HH", ".yyyy-MM-dd.'log'",
        })
        {
            golden.Line($"{Golden.Quote(pattern)} {RollingFileAppender.ComputeCheckPeriod(pattern)}");
        }
    }

    private void Combinations()
    {
        bool[] onAndOff = [true, false];
        foreach (bool isStatic in onAndOff)
        {
            foreach (bool keepExtension in onAndOff)
            {
                foreach (int direction in new[] { -1, 0, 1 })
                {
                    Combination(new Names(isStatic, keepExtension, direction));
                }
            }
        }
    }

    private void Combination(Names names)
    {
        string title = $"static {names.IsStatic}, keep extension {names.KeepExtension}, direction {names.Direction}";
        golden.Case($"size, {title}, 3 backups, 50 bytes a file, 32 lines; then restart and 7 more", () => SizeWithRestart(names));
        golden.Case($"date, {title}, two lines a day on three days; restart on the third and on the fourth", () => DateWithRestarts(names));
        golden.Case(
            $"composite, {title}, 2 backups, 50 bytes a file, 17 lines on each of two days; restart with 3 more, then the third day",
            () => CompositeWithRestart(names));
    }

    private void SizeWithRestart(Names names)
    {
        using RollingScene scene = new(golden);
        RollingFileAppender appender = scene.Open(rolling => Set(rolling, Mode.Size, names, 3));
        scene.Write(appender, 32);
        scene.Show(appender);
        appender.Close();
        appender = scene.Open(rolling => Set(rolling, Mode.Size, names, 3));
        scene.Write(appender, 7);
        golden.Line("restarted:");
        scene.Show(appender);
        appender.Close();
    }

    private void DateWithRestarts(Names names)
    {
        using RollingScene scene = new(golden);
        RollingFileAppender appender = scene.Open(rolling => Set(rolling, Mode.Date, names, 3));
        for (int day = 0; day < 3; day++)
        {
            scene.Clock.Now = RollingScene.FirstDay.AddDays(day);
            scene.Write(appender, 2);
        }

        scene.Show(appender);
        appender.Close();
        scene.Touch();
        appender = scene.Open(rolling => Set(rolling, Mode.Date, names, 3));
        scene.Write(appender, 1);
        appender.Close();
        scene.Touch();
        golden.Line("restarted the same day:");
        scene.Show(appender);
        scene.Clock.Now = RollingScene.FirstDay.AddDays(3);
        appender = scene.Open(rolling => Set(rolling, Mode.Date, names, 3));
        scene.Write(appender, 1);
        golden.Line("restarted the day after:");
        scene.Show(appender);
        appender.Close();
    }

    private void CompositeWithRestart(Names names)
    {
        using RollingScene scene = new(golden);
        RollingFileAppender appender = scene.Open(rolling => Set(rolling, Mode.Composite, names, 2));
        scene.Write(appender, 17);
        golden.Line("first day:");
        scene.Show(appender);
        scene.Clock.Now = RollingScene.FirstDay.AddDays(1);
        scene.Write(appender, 17);
        golden.Line("second day:");
        scene.Show(appender);
        appender.Close();
        scene.Touch();
        appender = scene.Open(rolling => Set(rolling, Mode.Composite, names, 2));
        scene.Write(appender, 3);
        golden.Line("restarted, 3 more:");
        scene.Show(appender);
        scene.Clock.Now = RollingScene.FirstDay.AddDays(2);
        scene.Write(appender, 1);
        golden.Line("third day:");
        scene.Show(appender);
        appender.Close();
    }

    private static void Set(RollingFileAppender appender, Mode mode, Names names, int backups)
    {
        appender.RollingStyle = mode;
        appender.StaticLogFileName = names.IsStatic;
        appender.PreserveLogFileNameExtension = names.KeepExtension;
        appender.CountDirection = names.Direction;
        appender.MaxSizeRollBackups = backups;
        appender.MaxFileSize = RollingScene.FileSize;
    }

    /// <summary>What decides on the names of the files. The default is the library's.</summary>
    private sealed record Names(bool IsStatic = true, bool KeepExtension = false, int Direction = -1);
}
