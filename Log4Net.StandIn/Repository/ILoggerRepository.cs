using System.Collections;
using log4net.Appender;
using log4net.Core;
using log4net.ObjectRenderer;
using log4net.Plugin;
using log4net.Util;

namespace log4net.Repository;

public interface ILoggerRepository
{
    event LoggerRepositoryConfigurationChangedEventHandler? ConfigurationChanged;
    event LoggerRepositoryConfigurationResetEventHandler? ConfigurationReset;
    event LoggerRepositoryShutdownEventHandler? ShutdownEvent;
    ICollection ConfigurationMessages { get; set; }
    bool Configured { get; set; }
    LevelMap LevelMap { get; }
    string Name { get; set; }
    PluginMap PluginMap { get; }
    PropertiesDictionary Properties { get; }
    RendererMap RendererMap { get; }
    Level Threshold { get; set; }
    ILogger? Exists(string name);
    IAppender[] GetAppenders();
    ILogger[] GetCurrentLoggers();
    ILogger GetLogger(string name);
    void Log(LoggingEvent logEvent);
    void ResetConfiguration();
    void Shutdown();
}
