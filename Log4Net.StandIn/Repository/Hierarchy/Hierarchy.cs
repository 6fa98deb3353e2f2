using System.Collections;
using System.Collections.Concurrent;
using System.Xml;
using log4net.Appender;
using log4net.Config;
using log4net.Core;
using log4net.Util;

namespace log4net.Repository.Hierarchy;

public class Hierarchy : LoggerRepositorySkeleton, IBasicRepositoryConfigurator, IXmlRepositoryConfigurator
{
    // Also the lock for making loggers; finding one takes none.
    private readonly ConcurrentDictionary<string, Logger> _loggers = new(StringComparer.Ordinal);
    private LoggerTree _tree = new();
    private ILoggerFactory _loggerFactory;
    private Logger? _root;
    private int _unheardTold;

    public Hierarchy()
        : this(new StandardLoggerFactory())
    {
    }

    public Hierarchy(ILoggerFactory loggerFactory)
        : this(new PropertiesDictionary(), loggerFactory)
    {
    }

    public Hierarchy(PropertiesDictionary properties)
        : this(properties, new StandardLoggerFactory())
    {
    }

    public Hierarchy(PropertiesDictionary properties, ILoggerFactory loggerFactory)
        : base(properties)
    {
        _loggerFactory = Guard.NotNull(loggerFactory, nameof(loggerFactory));
        ConfigurationChanged += (_, _) => Interlocked.Exchange(ref _unheardTold, 0);
    }

    public event LoggerCreationEventHandler? LoggerCreatedEvent;

    public ILoggerFactory LoggerFactory
    {
        get => _loggerFactory;
        set => _loggerFactory = Guard.NotNull(value, nameof(value));
    }

    public Logger Root
    {
        get
        {
            if (Volatile.Read(ref _root) is { } known)
            {
                return known;
            }
            lock (_loggers)
            {
                if (_root is not { } root)
                {
                    root = _loggerFactory.CreateLogger(this, null);
                    root.Hierarchy = this;
                    Volatile.Write(ref _root, root);
                }
                return root;
            }
        }
    }

    void IBasicRepositoryConfigurator.Configure(IAppender appender) => BasicRepositoryConfigure(appender);

    void IBasicRepositoryConfigurator.Configure(params IAppender[] appenders) => BasicRepositoryConfigure(appenders);

    void IXmlRepositoryConfigurator.Configure(XmlElement element) => XmlRepositoryConfigure(element);

    public void Clear()
    {
        lock (_loggers)
        {
            _loggers.Clear();
            _tree = new LoggerTree();
        }
    }

    public override ILogger? Exists(string name) => Find(name);

    // Depth first from the root down each container, then the loggers; each appender once.
    public override IAppender[] GetAppenders()
    {
        List<IAppender> found = [];
        HashSet<IAppender> seen = [];
        foreach (Logger logger in RootAndLoggers())
        {
            Gather(logger.Appenders);
        }
        return [.. found];

        void Gather(AppenderCollection appenders)
        {
            foreach (IAppender appender in appenders)
            {
                if (seen.Add(appender))
                {
                    found.Add(appender);
                    if (appender is IAppenderAttachable container)
                    {
                        Gather(container.Appenders);
                    }
                }
            }
        }
    }

    public override ILogger[] GetCurrentLoggers() => [.. _loggers.Values];

    public override ILogger GetLogger(string name) => GetLogger(name, _loggerFactory);

    public Logger GetLogger(string name, ILoggerFactory factory)
    {
        if (Find(name) is { } known)
        {
            return known;
        }
        Guard.NotNull(factory, nameof(factory));
        Logger? made;
        lock (_loggers)
        {
            if (_loggers.TryGetValue(name, out made))
            {
                return made;
            }
            made = factory.CreateLogger(this, name);
            made.Hierarchy = this;
            _tree.Insert(made, Root);
            _loggers[name] = made;
        }
        OnLoggerCreationEvent(made);
        return made;
    }

    public bool IsDisabled(Level level) => !Configured || Threshold.Value > Guard.NotNull(level, nameof(level)).Value;

    public override void Log(LoggingEvent logEvent)
    {
        Guard.NotNull(logEvent, nameof(logEvent));
        // An event without a name belongs to no logger and goes nowhere.
        if (logEvent.LoggerName is { } name)
        {
            GetLogger(name, _loggerFactory).Log(logEvent);
        }
    }

    public override void ResetConfiguration()
    {
        Threshold = LevelMap.LookupWithDefault(Level.All);
        Root.Level = LevelMap.LookupWithDefault(Level.Debug);
        Shutdown();
        Array.ForEach([.. _loggers.Values], static logger => logger.LeaveToParent());
        base.ResetConfiguration();
        OnConfigurationChanged(null);
    }

    // Containers are closed everywhere before anything is detached, so that their buffers still reach children that others share.
    public override void Shutdown()
    {
        foreach (Logger logger in RootAndLoggers())
        {
            logger.CloseNestedAppenders();
        }
        foreach (Logger logger in RootAndLoggers())
        {
            logger.RemoveAllAppenders();
        }
        base.Shutdown();
    }

    /// <summary>Says once per configuration, to the debug channel, that events reach no appender.</summary>
    internal void TellUnheard(string loggerName)
    {
        if (Interlocked.Exchange(ref _unheardTold, 1) == 0)
        {
            LogLog.Debug(typeof(Hierarchy), $"No appender hears logger [{loggerName}] of repository [{Name}]. This is told once until the next configuration.");
        }
    }

    /// <summary>For level elements of a configuration, which finds it by its name.</summary>
    internal void AddLevel(LevelDefinition level) => LevelMap.Add(level.Name, level.ValueOr(LevelMap[level.Name]?.Value), level.DisplayName);

    /// <summary>For property elements of a configuration, which finds it by its name.</summary>
    internal void AddProperty(PropertyEntry property)
        => Properties[property.Key ?? throw new InvalidOperationException("A property of the repository has no key.")] = property.Value;

    protected void BasicRepositoryConfigure(params IAppender[] appenders) => Configure(() =>
    {
        foreach (IAppender appender in appenders)
        {
            Root.AddAppender(appender);
        }
    });

    protected virtual void OnLoggerCreationEvent(Logger logger) => LoggerCreatedEvent?.Invoke(this, new LoggerCreationEventArgs(logger));

    protected void XmlRepositoryConfigure(XmlElement element) => Configure(() => new XmlHierarchyConfigurator(this).Configure(element));

    private void Configure(Action change)
    {
        ICollection told = ConfigurationRun.Collect(change);
        Configured = true;
        ConfigurationMessages = told;
        OnConfigurationChanged(new ConfigurationChangedEventArgs(told));
    }

    private Logger? Find(string name)
    {
        Guard.NotNull(name, nameof(name));
        return _loggers.TryGetValue(name, out Logger? logger) ? logger : null;
    }

    private IEnumerable<Logger> RootAndLoggers() => [Root, .. _loggers.Values];
}
