using System.Collections;
using System.Diagnostics;
using log4net.Appender;
using log4net.Core;
using log4net.ObjectRenderer;
using log4net.Plugin;
using log4net.Util;

namespace log4net.Repository;

public abstract class LoggerRepositorySkeleton : IFlushable, ILoggerRepository
{
    private static readonly Level[] _standardLevels =
    [
        Level.Off, Level.Emergency, Level.Fatal, Level.Alert, Level.Critical, Level.Severe, Level.Error, Level.Warn, Level.Notice,
        Level.Info, Level.Debug, Level.Fine, Level.Trace, Level.Finer, Level.Verbose, Level.Finest, Level.All,
    ];

    private Level _threshold = Level.All;

    protected LoggerRepositorySkeleton()
        : this(new PropertiesDictionary())
    {
    }

    protected LoggerRepositorySkeleton(PropertiesDictionary properties)
    {
        Properties = properties;
        PluginMap = new PluginMap(this);
        AddStandardLevels();
    }

    public event LoggerRepositoryConfigurationChangedEventHandler? ConfigurationChanged;

    public event LoggerRepositoryConfigurationResetEventHandler? ConfigurationReset;

    public event LoggerRepositoryShutdownEventHandler? ShutdownEvent;

    public virtual ICollection ConfigurationMessages { get; set; } = EmptyCollection.Instance;

    public virtual bool Configured { get; set; }

    public virtual LevelMap LevelMap { get; } = new();

    public virtual string Name { get; set; } = string.Empty;

    public virtual PluginMap PluginMap { get; }

    public PropertiesDictionary Properties { get; }

    public virtual RendererMap RendererMap { get; } = new();

    public virtual Level Threshold
    {
        get => _threshold;
        set
        {
            if (value is null)
            {
                LogLog.Warn(typeof(LoggerRepositorySkeleton), $"Repository [{Name}] got no threshold and lets everything pass now.");
            }
            _threshold = value ?? Level.All;
        }
    }

    public virtual void AddRenderer(Type typeToRender, IObjectRenderer rendererInstance)
    {
        Guard.NotNull(typeToRender, nameof(typeToRender));
        RendererMap.Put(typeToRender, Guard.NotNull(rendererInstance, nameof(rendererInstance)));
    }

    public abstract ILogger? Exists(string name);

    // Buffers first: what they send still passes the others. An exception of one is the caller's, and the rest is not flushed.
    public bool Flush(int millisecondsTimeout)
    {
        if (millisecondsTimeout < Timeout.Infinite)
        {
            throw new ArgumentOutOfRangeException(nameof(millisecondsTimeout), millisecondsTimeout, "Give a time, 0 or -1.");
        }
        Stopwatch spent = Stopwatch.StartNew();
        bool complete = true;
        foreach (IFlushable flushable in GetAppenders().OfType<IFlushable>().OrderBy(f => f is not BufferingAppenderSkeleton))
        {
            int left = millisecondsTimeout <= 0 ? millisecondsTimeout : (int)Math.Max(0, millisecondsTimeout - spent.ElapsedMilliseconds);
            complete &= flushable.Flush(left);
        }
        return complete;
    }

    public abstract IAppender[] GetAppenders();

    public abstract ILogger[] GetCurrentLoggers();

    public abstract ILogger GetLogger(string name);

    public abstract void Log(LoggingEvent logEvent);

    public void RaiseConfigurationChanged(EventArgs e) => OnConfigurationChanged(e);

    public virtual void ResetConfiguration()
    {
        RendererMap.Clear();
        LevelMap.Clear();
        AddStandardLevels();
        Configured = false;
        ConfigurationMessages = EmptyCollection.Instance;
        OnConfigurationReset(null);
    }

    public virtual void Shutdown()
    {
        foreach (IPlugin plugin in PluginMap.AllPlugins)
        {
            plugin.Shutdown();
        }
        OnShutdown(null);
    }

    protected virtual void OnConfigurationChanged(EventArgs? e) => ConfigurationChanged?.Invoke(this, e ?? EventArgs.Empty);

    protected virtual void OnConfigurationReset(EventArgs? e) => ConfigurationReset?.Invoke(this, e ?? EventArgs.Empty);

    protected virtual void OnShutdown(EventArgs? e) => ShutdownEvent?.Invoke(this, e ?? EventArgs.Empty);

    private void AddStandardLevels()
    {
        foreach (Level level in _standardLevels)
        {
            LevelMap.Add(level);
        }
    }
}
