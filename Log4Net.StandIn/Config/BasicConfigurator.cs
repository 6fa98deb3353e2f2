using System.Collections;
using System.Reflection;
using log4net.Appender;
using log4net.Layout;
using log4net.Repository;
using log4net.Util;

namespace log4net.Config;

public static class BasicConfigurator
{
    public static ICollection Configure() => Configure(LogManager.GetRepository(Assembly.GetCallingAssembly()));
    public static ICollection Configure(params IAppender[] appenders) => Configure(LogManager.GetRepository(Assembly.GetCallingAssembly()), appenders);

    public static ICollection Configure(ILoggerRepository repository)
    {
        ConsoleAppender console = new() { Layout = new PatternLayout(PatternLayout.DetailConversionPattern) };
        console.ActivateOptions();
        return Configure(repository, console);
    }

    // Appenders that are given are used as they are, not activated.
    public static ICollection Configure(ILoggerRepository repository, params IAppender[] appenders) => ConfigurationRun.On(repository, () =>
    {
        if (repository is IBasicRepositoryConfigurator configurable)
        {
            configurable.Configure(appenders);
        }
        else
        {
            LogLog.Warn(typeof(BasicConfigurator), $"Repository [{repository.Name}] takes no appenders from outside.");
        }
    });
}
