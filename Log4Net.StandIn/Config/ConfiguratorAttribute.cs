using System.Reflection;
using log4net.Repository;

namespace log4net.Config;

[AttributeUsage(AttributeTargets.Assembly)]
public abstract class ConfiguratorAttribute : Attribute, IComparable
{
    private readonly int _priority;

    protected ConfiguratorAttribute(int priority) => _priority = priority;

    // The highest priority is first.
    public int CompareTo(object? obj) => obj is ConfiguratorAttribute other ? other._priority.CompareTo(_priority) : -1;

    public abstract void Configure(Assembly sourceAssembly, ILoggerRepository targetRepository);
}
