using log4net.Repository;
using log4net.Util;

namespace log4net.Config;

/// <summary>Configures again when the file has been left alone for a moment after a change; one per full path in the process.</summary>
internal sealed class ConfigFileWatcher : IDisposable
{
    private const int QuietMs = 500;

    private static readonly Dictionary<string, ConfigFileWatcher> _running = new(StringComparer.Ordinal);

    private readonly ILoggerRepository _repository;
    private readonly string _path;
    private readonly Timer _timer;
    private readonly FileSystemWatcher _changes;

    private ConfigFileWatcher(ILoggerRepository repository, string path)
    {
        _repository = repository;
        _path = path;
        _timer = new Timer(_ => Reload());
        _changes = new FileSystemWatcher(Path.GetDirectoryName(path)!, Path.GetFileName(path))
        {
            NotifyFilter = NotifyFilters.CreationTime | NotifyFilters.LastWrite | NotifyFilters.FileName,
        };
        _changes.Changed += (_, _) => Wait();
        _changes.Created += (_, _) => Wait();
        _changes.Deleted += (_, _) => Wait();
        _changes.Renamed += (_, _) => Wait();
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
            try
            {
                _running.Add(path, new ConfigFileWatcher(repository, path));
            }
            catch (Exception e) when (!e.IsFatal())
            {
                LogLog.Error(typeof(XmlConfigurator), $"Configuration file [{path}] is not watched.", e);
            }
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

    private void Reload()
    {
        try
        {
            XmlConfigurator.Configure(_repository, new FileInfo(_path));
        }
        catch (Exception e) when (!e.IsFatal())
        {
            LogLog.Error(typeof(XmlConfigurator), $"The change of [{_path}] was not taken over.", e);
        }
    }
}
