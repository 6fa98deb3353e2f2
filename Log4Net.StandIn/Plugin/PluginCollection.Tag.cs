namespace log4net.Plugin;

public partial class PluginCollection
{
    protected internal enum Tag
    {
        Default = 0,
    }
}
