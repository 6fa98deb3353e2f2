using Easy.Logger.Interfaces;

namespace Easy.Logger.Tests.Facade;

/// <summary>A service on a repository and a clock of its own, and a folder for its configuration files. Fixtures are one.</summary>
[Category("Facade")]
internal class FacadeScene : IDisposable
{
    protected static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(500);

    public FacadeScene(int closeLimitMilliseconds = 30_000) =>
        Service = new Log4NetService(Scene.Repository.Hierarchy, Scene.Folder.Path, Time, closeLimitMilliseconds);

    public LogScene Scene { get; } = new();

    public ManualTimeProvider Time { get; } = new();

    public Log4NetService Service { get; }

    public IEnumerable<string?> Texts =>
        Scene.Repository.Appender<MemoryAppender>().GetEvents().Select(loggingEvent => loggingEvent.RenderedMessage);

    public IReadOnlyList<string> Problems => RepositoryConfiguration.ProblemsOf(Scene.Repository.Hierarchy);

    public IEasyLogger Configured(string appender = "memory")
    {
        Service.Configure(Scene.Write("some.config", appender));
        return Service.GetLogger("test");
    }

    /// <summary>Lets time pass until what a change of a file does has been done.</summary>
    public void AwaitReload(Func<bool> done, string what) => Eventually.Holds(
        () =>
        {
            Time.Advance(Quiet);
            return done();
        },
        what);

    public void AwaitAppender(string name) => AwaitReload(() => Scene.Appenders.SequenceEqual([name]), $"appender '{name}' is in force");

    public void AssertAppenders(params string[] names) => Assert.That(Scene.Appenders, Is.EqualTo(names));

    public void Dispose()
    {
        Service.Dispose();
        Scene.Dispose();
    }
}
