using log4net.Appender;
using log4net.Config;
using log4net.Core;
using log4net.Repository.Hierarchy;

namespace Recorder;

/// <summary>Watching a configuration file; a file appender over a reconfiguration.</summary>
internal static class ReloadTopic
{
    /// <summary>Well above the half second that the watcher waits for the file to come to rest.</summary>
    private const int SettleMilliseconds = 1500;

    public static void Run(Golden golden)
    {
        golden.Case("ConfigureAndWatch: change, delete, make again", Watch);
        Reconfigure(golden, "FileAppender, exclusive lock", nameof(FileAppender.ExclusiveLock));
        Reconfigure(golden, "FileAppender, minimal lock", nameof(FileAppender.MinimalLock));
    }

    private static void Watch(Golden golden)
    {
        using TempFolder folder = new();
        WatchedFile file = new(folder.File("watched.xml"));
        file.Write("ERROR", 1);
        Hierarchy repository = Make.Repository(configured: false);
        using LogLogCapture capture = new();
        XmlConfigurator.ConfigureAndWatch(repository, new FileInfo(file.Path));
        golden.Line($"at once: root {repository.Root.Level!.Name} {Target.Calls.TakeOneLine()}");
        Reloads reloads = new(repository);

        // Lets a late notification about the first write pass.
        Pause.Milliseconds(SettleMilliseconds);
        reloads.Reset();
        Target.Calls.Take();

        DateTime start = DateTime.UtcNow;
        file.Write("WARN", 2);
        bool seen = reloads.Reach(1);
        double elapsed = (DateTime.UtcNow - start).TotalMilliseconds;
        golden.Line($"seen after a change: {seen}, not before 450 ms {elapsed >= 450}, {reloads.Thread}; {Target.Calls.TakeOneLine()}");
        golden.Lines(capture.Take());

        for (int i = 0; i < 6; i++)
        {
            file.Write("INFO", 3);
            Pause.Milliseconds(150);
        }

        Pause.Milliseconds(SettleMilliseconds);
        golden.Line($"six changes 150 ms apart, each restarting the wait: reloads {reloads.Count - 1}, {Target.Calls.TakeOneLine()}");

        file.Delete();
        Pause.Milliseconds(SettleMilliseconds);
        golden.Line($"deleted: reloads {reloads.Count - 2}, root stays {Root()}");
        golden.Lines(capture.Take());

        file.Write("FATAL", 4);
        golden.Line("made again, seen: " + reloads.Reach(3));
        Target.Calls.Take();

        file.Write("<log4net><root");
        Pause.Milliseconds(SettleMilliseconds);
        golden.Line($"bad XML: reloads {reloads.Count - 3}, root stays {Root()}, {Golden.Quote(Target.Calls.TakeOneLine())}");
        golden.Lines(LogLogCapture.Fold(capture.Take()));

        repository.Shutdown();
        Target.Calls.Take();
        file.Write("ERROR", 5);
        golden.Line($"changed after Shutdown of the repository: still followed {reloads.Reach(4)}, root {Root()}");

        string Root() => $"{repository.Root.Level!.Name}, appenders {repository.Root.Appenders.Count}";
    }

    private static void Reconfigure(Golden golden, string name, string lockingModel)
    {
        golden.Case($"reconfigure while logging to a file: {name}, the same file in both configurations", () =>
        {
            using TempFolder folder = new();
            Hierarchy merged = Make.Repository(configured: false);
            string merge = Configuration("", folder.File("f.log"), lockingModel);
            XmlConfig.Apply(merged, merge);
            merged.Root.Log(Level.Info, "before", null);
            XmlConfig.Apply(merged, merge);
            merged.Root.Log(Level.Info, "after 1", null);
            merged.Root.Log(Level.Info, "after 2", null);
            merged.Shutdown();
            golden.Line("merge: " + Golden.Quote(TempFolder.Read(folder.File("f.log"))));

            Hierarchy overwritten = Make.Repository(configured: false);
            string overwrite = Configuration(" update='Overwrite'", folder.File("g.log"), lockingModel);
            XmlConfig.Apply(overwritten, overwrite);
            overwritten.Root.Log(Level.Info, "before", null);
            XmlConfig.Apply(overwritten, overwrite);
            overwritten.Root.Log(Level.Info, "after 1", null);
            overwritten.Shutdown();
            golden.Line("overwrite: " + Golden.Quote(TempFolder.Read(folder.File("g.log"))));
        });
    }

    private static string Configuration(string update, string file, string lockingModel) => $"""
        <log4net{update}>
          <appender name="F" type="log4net.Appender.FileAppender">
            <file value="{file}"/>
            <lockingModel type="log4net.Appender.FileAppender+{lockingModel}"/>
            <layout type="log4net.Layout.PatternLayout"><conversionPattern value="%m%newline"/></layout>
          </appender>
          <root><level value="DEBUG"/><appender-ref ref="F"/></root>
        </log4net>
        """;

    private sealed class WatchedFile(string path)
    {
        public string Path => path;

        public void Write(string level, int number) => Write(XmlConfig.Expand($"""
            <log4net>
              <appender name="A" type="TYPE:Target"><number value="{number}"/></appender>
              <root><level value="{level}"/><appender-ref ref="A"/></root>
            </log4net>
            """));

        public void Write(string text) => File.WriteAllText(path, text);

        public void Delete() => File.Delete(path);
    }

    /// <summary>Counts how often a repository is configured anew, and tells on what kind of thread.</summary>
    private sealed class Reloads
    {
        private readonly int _ownThread = Environment.CurrentManagedThreadId;
        private int _count;

        public Reloads(Hierarchy repository) => repository.ConfigurationChanged += (_, _) =>
        {
            bool other = Environment.CurrentManagedThreadId != _ownThread;
            Thread = $"on another thread {other}, a pool thread {System.Threading.Thread.CurrentThread.IsThreadPoolThread}";
            Interlocked.Increment(ref _count);
        };

        public int Count => Volatile.Read(ref _count);

        public string? Thread { get; private set; }

        public void Reset() => Interlocked.Exchange(ref _count, 0);

        public bool Reach(int count) => SpinWait.SpinUntil(() => Count == count, 10_000);
    }
}
