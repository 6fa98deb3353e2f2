using System.Text;
using Easy.Logger;
using Easy.Logger.Buffering;
using log4net;
using log4net.Appender;
using log4net.Config;
using log4net.Core;
using log4net.Layout;
using log4net.Repository.Hierarchy;

namespace Benchmarker.Soak;

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

    /// <summary>With the async appender before a text appender of log4net's own whose writes never return.</summary>
    public static StuckLogger BehindText(OverflowPolicy overflow, int blockTimeout)
    {
        StuckWriter writer = new();
        PatternLayout layout = new(Pattern);
        TextWriterAppender text = new() { Name = "stuck", Layout = layout, Writer = writer };
        return new StuckLogger(Async(overflow, blockTimeout).Before(text), writer.Release);
    }

    /// <summary>With the async appender before one of an unknown class, for which all is captured that it might read.</summary>
    public static StuckLogger BehindCustom(OverflowPolicy overflow, int blockTimeout)
    {
        StuckAppender stuck = new();
        return new StuckLogger(Async(overflow, blockTimeout).Before(stuck), stuck.Release);
    }

    public void Dispose()
    {
        _release();
        _repository.Shutdown();
    }

    private static AsyncBufferingForwardingAppender Async(OverflowPolicy overflow, int blockTimeout) =>
        new() { Name = $"{overflow}", Overflow = overflow, BlockTimeout = blockTimeout, CloseTimeout = 0 };
}

/// <summary>Does nothing at all: what is measured with it is log4net, the clock and the machine.</summary>
internal sealed class NoAppender : IAppender
{
    public string Name { get; set; } = "none";

    public void DoAppend(LoggingEvent loggingEvent)
    {
        // Nothing.
    }

    public void Close()
    {
        // Nothing.
    }
}

/// <summary>An attached appender that does not return until the measurement is over.</summary>
internal sealed class StuckAppender : IAppender
{
    private readonly ManualResetEventSlim _released = new();

    public string Name { get; set; } = "stuck";

    public void DoAppend(LoggingEvent loggingEvent) => _released.Wait();

    public void Close()
    {
        // It has nothing to close.
    }

    public void Release() => _released.Set();
}

/// <summary>A disk that stands still: every write waits until the measurement is over.</summary>
internal sealed class StuckWriter : TextWriter
{
    private readonly ManualResetEventSlim _released = new();

    public override Encoding Encoding => Encoding.UTF8;

    public override void Write(char value) => _released.Wait();

    public override void Write(char[] buffer, int index, int count) => _released.Wait();

    public override void Write(string? value) => _released.Wait();

    public void Release() => _released.Set();

    /// <summary>The appender's own close, on the thread that waited.</summary>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _released.Dispose();
        }

        base.Dispose(disposing);
    }
}
