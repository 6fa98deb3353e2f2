using log4net.Repository;
using log4net.Util;

namespace log4net.Plugin;

/// <summary>The plugins of one repository by name, in the order added.</summary>
public sealed class PluginMap(ILoggerRepository repository)
{
    private readonly List<IPlugin> _plugins = [];

    public PluginCollection AllPlugins
    {
        get
        {
            lock (_plugins)
            {
                return new PluginCollection((ICollection<IPlugin>)_plugins);
            }
        }
    }

    public IPlugin? this[string name]
    {
        get
        {
            Guard.NotNull(name, nameof(name));
            lock (_plugins)
            {
                return _plugins.Find(p => p.Name == name);
            }
        }
    }

    public void Add(IPlugin plugin)
    {
        Guard.NotNull(plugin, nameof(plugin));
        IPlugin? replaced;
        lock (_plugins)
        {
            replaced = this[plugin.Name];
            _plugins.RemoveAll(p => ReferenceEquals(p, replaced));
            _plugins.Add(plugin);
        }
        replaced?.Shutdown();
        plugin.Attach(repository);
    }

    public void Remove(IPlugin plugin)
    {
        Guard.NotNull(plugin, nameof(plugin));
        lock (_plugins)
        {
            _plugins.RemoveAll(p => p.Name == plugin.Name);
        }
    }
}
