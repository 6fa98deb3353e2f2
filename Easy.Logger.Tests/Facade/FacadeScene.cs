using Easy.Logger.Interfaces;

namespace Easy.Logger.Tests.Facade;

/// <summary>A service on a repository and a clock of its own, and a folder for its configuration files.</summary>
internal sealed class FacadeScene : IDisposable
{
    /// <summary>What the service waits for after the last change of a file.</summary>
    private static readonly TimeSpan _quiet = TimeSpan.FromMilliseconds(500);

    public FacadeScene(int closeLimitMilliseconds = 30_000) =>
        Service = new Log4NetService(Repository.Hierarchy, Folder.Path, Time, closeLimitMilliseconds);

    public TempFolder Folder { get; } = new();

    public TestRepository Repository { get; } = new();

    public ManualTimeProvider Time { get; } = new();

    public InternalMessages Messages { get; } = new();

    public Log4NetService Service { get; }

    /// <summary>The names of the appenders in force.</summary>
    public IEnumerable<string> Appenders => Repository.Hierarchy.GetAppenders().Select(appender => appender.Name);

    /// <summary>What the appender in force was given.</summary>
    public IEnumerable<string?> Texts =>
        Repository.Appender<MemoryAppender>().GetEvents().Select(loggingEvent => loggingEvent.RenderedMessage);

    /// <summary>Writes a configuration whose root logger has one appender of this name.</summary>
    /// <returns>Its file.</returns>
    public FileInfo Write(string file, string appender, string type = "log4net.Appender.MemoryAppender")
    {
        FileInfo written = new(Folder.File(file));
        File.WriteAllText(written.FullName, LogScene.Document(appender, type));
        return written;
    }

    public IEasyLogger Configured(string appender = "memory")
    {
        Service.Configure(Write("some.config", appender));
        return Service.GetLogger("test");
    }

    /// <summary>Lets time pass until what a change of a file does has been done.</summary>
    public void AwaitReload(Func<bool> done, string what) => Eventually.Holds(
        () =>
        {
            Time.Advance(_quiet);
            return done();
        },
        what);

    public void AwaitAppender(string name) => AwaitReload(() => Appenders.SequenceEqual([name]), $"appender '{name}' is in force");

    public void Dispose()
    {
        Service.Dispose();
        Messages.Dispose();
        Folder.Dispose();
    }
}
