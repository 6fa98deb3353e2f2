using log4net.Appender;
using log4net.Core;
using log4net.Layout;
using Mode = log4net.Appender.RollingFileAppender.RollingMode;

namespace Recorder;

/// <summary>Single cases: numbers of backups, batches, headers, bad options, clocks.</summary>
internal sealed partial class RollingTopic
{
    private void UsualComposite()
    {
        using RollingScene scene = new(golden);
        RollingFileAppender appender = scene.Open(rolling =>
        {
            rolling.RollingStyle = Mode.Composite;
            rolling.DatePattern = "yyyyMMdd";
            rolling.MaxSizeRollBackups = 50;
            rolling.MaximumFileSize = "100";
        });
        scene.Write(appender, 60);
        scene.Clock.Now = RollingScene.FirstDay.AddDays(1);
        scene.Write(appender, 60);
        scene.Show(appender);
        appender.Close();
    }

    private void NoneOrAllBackups()
    {
        foreach (int backups in new[] { 0, -1 })
        {
            foreach (int direction in new[] { -1, 1 })
            {
                using RollingScene scene = new(golden);
                RollingFileAppender appender = scene.Open(rolling => Set(rolling, Mode.Size, new Names(Direction: direction), backups));
                scene.Write(appender, 12);
                golden.Line($"backups {backups} direction {direction}:");
                scene.Show(appender);
                appender.Close();
            }
        }
    }

    /// <summary>Four runs: one to begin with, and three that find a file.</summary>
    private void Once()
    {
        foreach (bool isStatic in new[] { true, false })
        {
            foreach (int direction in new[] { -1, 1 })
            {
                using RollingScene scene = new(golden);
                for (int run = 0; run < 4; run++)
                {
                    RollingFileAppender appender = scene.Open(rolling => Set(rolling, Mode.Once, new Names(isStatic, Direction: direction), 2));
                    scene.Write(appender, 2);
                    appender.Close();
                }

                golden.Line($"static {isStatic} direction {direction}:");
                scene.Show();
            }
        }
    }

    private void SizeWithoutAppend()
    {
        using RollingScene scene = new(golden);
        for (int run = 0; run < 2; run++)
        {
            RollingFileAppender appender = scene.Open(rolling =>
            {
                Set(rolling, Mode.Size, new Names(), 2);
                rolling.AppendToFile = false;
            });
            scene.Write(appender, 3);
            appender.Close();
        }

        scene.Show();
    }

    private void BatchOverSeveralFiles()
    {
        using RollingScene scene = new(golden);
        RollingFileAppender appender = scene.Open(rolling => Set(rolling, Mode.Size, new Names(), 3));
        appender.DoAppend([.. Enumerable.Range(0, 12).Select(_ => scene.Line())]);
        scene.Show(appender);
        appender.Close();
    }

    private void ClockReadsOfBatch()
    {
        using RollingScene scene = new(golden);
        CountingClock clock = new();
        RollingFileAppender appender = scene.Open(rolling => Set(rolling, Mode.Date, new Names(), 3), clock);
        int before = clock.Reads;
        appender.DoAppend([scene.Line(), scene.Line(), scene.Line()]);
        golden.Line($"clock reads at ActivateOptions {before}, for a batch of three {clock.Reads - before}");
        appender.Close();
    }

    private void LongLine()
    {
        using RollingScene scene = new(golden);
        RollingFileAppender appender = scene.Open(rolling => Set(rolling, Mode.Size, new Names(), 5));
        appender.DoAppend(Make.Event("a", Level.Info, new string('x', 120)));
        scene.Write(appender, 6);
        scene.Show(appender);
        appender.Close();
    }

    private void HeaderAndFooter()
    {
        using RollingScene scene = new(golden);
        RollingFileAppender appender = scene.Open(rolling =>
        {
            Set(rolling, Mode.Size, new Names(), 3);
            rolling.Layout = new PatternLayout("%m\n") { Header = "headhead9\n", Footer = "footfoot9\n" };
        });
        scene.Write(appender, 11);
        appender.Close();
        foreach (string path in scene.Files())
        {
            golden.Line(Path.GetFileName(path) + " " + Golden.Quote(TempFolder.Read(path)));
        }
    }

    private void BadOptions()
    {
        using TempFolder folder = new();
        TryActivate("DatePattern null", appender =>
        {
            appender.File = folder.File("x.log");
            appender.RollingStyle = Mode.Date;
            appender.DatePattern = null!;
        });
        TryActivate("DatePattern yyyy", appender =>
        {
            appender.File = folder.File("y.log");
            appender.RollingStyle = Mode.Date;
            appender.DatePattern = "yyyy";
        });
        TryActivate("no File", _ => { });
    }

    private void TryActivate(string title, Action<RollingFileAppender> configure)
    {
        Journal journal = new();
        RollingFileAppender appender = new() { Name = "r", Layout = new PatternLayout("%m%n"), ErrorHandler = new ProbeErrorHandler(journal, "r") };
        configure(appender);
        golden.Line($"{title}: {Golden.Try(appender.ActivateOptions)} {journal.TakeOneLine()}");
        Golden.Try(appender.Close);
    }

    private void HourlyAndMinutely()
    {
        foreach (string pattern in new[] { ".yyyy-MM-dd-HH", ".yyyy-MM-dd-HH-mm" })
        {
            using RollingScene scene = new(golden);
            scene.Clock.Now = RollingScene.FirstDay.AddMinutes(59).AddSeconds(58);
            RollingFileAppender appender = scene.Open(rolling =>
            {
                Set(rolling, Mode.Date, new Names(), 3);
                rolling.DatePattern = pattern;
            });
            for (int i = 0; i < 4; i++)
            {
                scene.Write(appender, 1);
                scene.Clock.Now = scene.Clock.Now.AddSeconds(1);
            }

            scene.Show(appender);
            appender.Close();
        }
    }

    private void ClockGoesBack()
    {
        using RollingScene scene = new(golden);
        RollingFileAppender appender = scene.Open(rolling => Set(rolling, Mode.Date, new Names(), 3));
        foreach (int day in new[] { 0, -1, 1 })
        {
            scene.Clock.Now = RollingScene.FirstDay.AddDays(day);
            scene.Write(appender, 1);
        }

        scene.Show(appender);
        appender.Close();
    }

    private void TwoAppenders()
    {
        using RollingScene scene = new(golden);
        RollingFileAppender first = scene.Open(Configure);
        RollingFileAppender second = scene.Open(Configure);
        for (int i = 0; i < 6; i++)
        {
            scene.Write(first, 1);
            scene.Write(second, 1);
        }

        scene.Show();
        first.Close();
        second.Close();

        static void Configure(RollingFileAppender rolling)
        {
            Set(rolling, Mode.Size, new Names(), 3);
            rolling.LockingModel = new FileAppender.MinimalLock();
        }
    }

    private sealed class CountingClock : RollingFileAppender.IDateTime
    {
        public int Reads { get; private set; }

        public DateTime Now
        {
            get
            {
                Reads++;
                return RollingScene.FirstDay;
            }
        }
    }
}
