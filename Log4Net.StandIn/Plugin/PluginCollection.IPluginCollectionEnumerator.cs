namespace log4net.Plugin;

public partial class PluginCollection
{
    public interface IPluginCollectionEnumerator
    {
        IPlugin Current { get; }

        bool MoveNext();

        void Reset();
    }
}
