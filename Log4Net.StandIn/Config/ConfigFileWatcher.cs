using log4net.Repository;
using log4net.Util;

namespace log4net.Config;

/// <summary>Configures again when the file has been left alone for a moment after a change; one per full path in the process.</summary>
internal sealed class ConfigFileWatcher : IDisposable
{
    private const int QuietMs = 500;

    private static readonly Dictionary<string, ConfigFileWatcher> _running = new(StringComparer.Ordinal);

    private readonly Timer _timer;
    private readonly FileSystemWatcher _changes;

    private ConfigFileWatcher(ILoggerRepository repository, string path)
    {
        _timer = new Timer(_ => Reload(repository, path));
        _changes = new FileSystemWatcher(Path.GetDirectoryName(path)!, Path.GetFileName(path));

        // All kinds alike: editors write in place, or make another file and rename it, or delete and make it again.
        _changes.Created += (_, _) => Wait();
        _changes.Deleted += (_, _) => Wait();
        _changes.Renamed += (_, _) => Wait();
        _changes.Changed += (_, _) => Wait();
        _changes.EnableRaisingEvents = true;
    }

    public static void Start(ILoggerRepository repository, string path)
    {
        lock (_running)
        {
            if (_running.TryGetValue(path, out ConfigFileWatcher? replaced))
            {
                replaced.Dispose();
                _running.Remove(path);
            }
            Containment.Run(
                () => _running.Add(path, new ConfigFileWatcher(repository, path)),
                e => LogLog.Error(typeof(XmlConfigurator), $"Configuration file [{path}] is not watched.", e));
        }
    }

    public void Dispose()
    {
        _changes.Dispose();
        _timer.Dispose();
    }

    private void Wait()
    {
        try
        {
            _timer.Change(QuietMs, Timeout.Infinite);
        }
        catch (ObjectDisposedException)
        {
            // A late notification of a watcher that was replaced: the new one has seen it too.
        }
    }

    private static void Reload(ILoggerRepository repository, string path) => Containment.Run(
        () => XmlConfigurator.Configure(repository, new FileInfo(path)),
        e => LogLog.Error(typeof(XmlConfigurator), $"The change of [{path}] was not taken over.", e));
}
