using Easy.Logger;
using Easy.Logger.Buffering;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Repository.Hierarchy;

namespace Benchmarker.StuckChild;

/// <summary>A logger with one appender, in a log4net repository of its own.</summary>
internal sealed class StuckLogger : IDisposable
{
    private readonly StuckAppender? _child;
    private readonly Hierarchy _repository = (Hierarchy)LogManager.CreateRepository($"stuck-child-{Guid.NewGuid():N}");

    private StuckLogger(IAppender appender, StuckAppender? child)
    {
        _child = child;
        BasicConfigurator.Configure(_repository, appender);
        Log = LogManager.GetLogger(_repository.Name, typeof(StuckLogger));
    }

    public ILog Log { get; }

    /// <summary>Without an appender worth the name.</summary>
    public static StuckLogger Empty() => new(new NoAppender(), child: null);

    /// <summary>With ours before a child that never returns.</summary>
    public static StuckLogger Behind(OverflowPolicy overflow, int blockTimeout)
    {
        StuckAppender child = new();
        AsyncBufferingForwardingAppender appender = new() { Name = $"{overflow}", Overflow = overflow, BlockTimeout = blockTimeout, CloseTimeout = 0 };
        appender.AddAppender(child);
        appender.ActivateOptions();
        return new StuckLogger(appender, child);
    }

    public void Dispose()
    {
        _child?.Release();
        _repository.Shutdown();
    }
}
