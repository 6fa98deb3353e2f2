using Easy.Logger;
using Easy.Logger.Buffering;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Layout;
using log4net.Repository.Hierarchy;

namespace Benchmarker.StuckChild;

/// <summary>A logger with one appender, in a log4net repository of its own.</summary>
internal sealed class StuckLogger : IDisposable
{
    /// <summary>What the README's file has.</summary>
    private const string Pattern = "%date{ISO8601} [%-5level] [%2thread] %logger{1} - %message%newline%exception";

    private readonly Action _release;
    private readonly Hierarchy _repository = (Hierarchy)LogManager.CreateRepository($"stuck-child-{Guid.NewGuid():N}");

    private StuckLogger(IAppender appender, Action release)
    {
        _release = release;
        BasicConfigurator.Configure(_repository, appender);
        Log = LogManager.GetLogger(_repository.Name, typeof(StuckLogger));
    }

    public ILog Log { get; }

    public void LogCounter(long counter) => Log.DebugFormat("Counter is: {0}", counter);

    /// <summary>Without an appender worth the name.</summary>
    public static StuckLogger Empty() => new(new NoAppender(), () => { });

    /// <summary>With ours before a text appender of log4net's own whose writes never return.</summary>
    public static StuckLogger BehindText(OverflowPolicy overflow, int blockTimeout)
    {
        StuckWriter writer = new();
        PatternLayout layout = new(Pattern);
        return new StuckLogger(
            Before(new TextWriterAppender { Name = "stuck", Layout = layout, Writer = writer }, overflow, blockTimeout), writer.Release);
    }

    /// <summary>With ours before a child of a kind that nobody knows, for which all that it might ask is fixed.</summary>
    public static StuckLogger BehindCustom(OverflowPolicy overflow, int blockTimeout)
    {
        StuckAppender child = new();
        return new StuckLogger(Before(child, overflow, blockTimeout), child.Release);
    }

    public void Dispose()
    {
        _release();
        _repository.Shutdown();
    }

    private static AsyncBufferingForwardingAppender Before(IAppender child, OverflowPolicy overflow, int blockTimeout)
    {
        AsyncBufferingForwardingAppender appender =
            new() { Name = $"{overflow}", Overflow = overflow, BlockTimeout = blockTimeout, CloseTimeout = 0 };
        appender.AddAppender(child);
        appender.ActivateOptions();
        return appender;
    }
}
