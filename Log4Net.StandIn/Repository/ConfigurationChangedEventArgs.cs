using System.Collections;

namespace log4net.Repository;

public class ConfigurationChangedEventArgs(ICollection configurationMessages) : EventArgs
{
    public ICollection ConfigurationMessages { get; } = configurationMessages;
}
