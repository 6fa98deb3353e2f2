using System.Collections;
using log4net.Repository;
using log4net.Util;

namespace log4net.Config;

/// <summary>Collects what the library says about itself during a configuration.</summary>
internal static class ConfigurationRun
{
    public static ICollection On(ILoggerRepository repository, Action configure)
    {
        Guard.NotNull(repository, nameof(repository));
        return repository.ConfigurationMessages = Collect(configure);
    }

    public static ICollection Collect(Action configure)
    {
        List<LogLog> told = [];
        using (new LogLog.LogReceivedAdapter(told))
        {
            configure();
        }
        return told;
    }
}
