namespace Easy.Logger.Facade;

/// <summary>
/// Reports changes of names in one folder. Whoever listens to the same folder shares one watcher, because the system has few: on Linux each
/// is an inotify
/// instance. Thread-safe.
/// </summary>
internal sealed class FolderWatch : IDisposable
{
    private static readonly object _lock = new();
    private static readonly Dictionary<string, FolderWatch> _watched = new(StringComparer.Ordinal); // under the lock

    private readonly FileSystemWatcher _watcher;
    private volatile Listener[] _listeners = [];

    private FolderWatch(string folder)
    {
        _watcher = new FileSystemWatcher(folder)
        {
            NotifyFilter =
                NotifyFilters.CreationTime | NotifyFilters.LastWrite | NotifyFilters.FileName | NotifyFilters.DirectoryName
                | NotifyFilters.Size,
        };
        _watcher.Changed += (_, change) => Report(change.Name);
        _watcher.Created += (_, change) => Report(change.Name);
        _watcher.Renamed += (_, change) => Report(change.Name);
        _watcher.Error += (_, _) => Report(name: null); // changes were missed
    }

    /// <summary>Begins to listen.</summary>
    /// <param name="folder">The full path of the folder.</param>
    /// <param name="name">The name in it.</param>
    /// <param name="onChange">Called on a thread of the system; must not throw.</param>
    /// <returns>Ends it.</returns>
    public static IDisposable Listen(string folder, string name, Action onChange)
    {
        lock (_lock)
        {
            bool isKnown = _watched.TryGetValue(folder, out FolderWatch? watch);
            watch ??= new FolderWatch(folder);
            Listener listener = new(folder, name, onChange);
            watch._listeners = [.. watch._listeners, listener];
            try
            {
#if NET
                watch.Filter();
#endif
                watch._watcher.EnableRaisingEvents = true;
            }
            catch when (!isKnown)
            {
                watch.Dispose();
                throw;
            }

            _watched[folder] = watch;
            return listener;
        }
    }

    public void Dispose() => _watcher.Dispose();

    private static void End(Listener listener)
    {
        FolderWatch? ended = null;
        lock (_lock)
        {
            if (!_watched.TryGetValue(listener.Folder, out FolderWatch? watch))
            {
                return;
            }

            watch._listeners = [.. watch._listeners.Where(other => other != listener)];
            if (watch._listeners.Length == 0)
            {
                _watched.Remove(listener.Folder);
                ended = watch;
            }
#if NET
            else
            {
                watch.Filter();
            }
#endif
        }

        ended?.Dispose();
    }

#if NET
    /// <summary>Log files are often in the same folder: their changes are sorted out before anything is made of them.</summary>
    private void Filter()
    {
        string[] names = [.. _listeners.Select(listener => listener.Name).Distinct()];
        foreach (string name in names.Except(_watcher.Filters).ToArray())
        {
            _watcher.Filters.Add(name);
        }

        foreach (string name in _watcher.Filters.Except(names).ToArray())
        {
            _watcher.Filters.Remove(name);
        }
    }
#endif

    private void Report(string? name)
    {
        foreach (Listener listener in _listeners)
        {
            if (name is null || listener.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
            {
                listener.OnChange();
            }
        }
    }

    private sealed class Listener(string folder, string name, Action onChange) : IDisposable
    {
        public string Folder => folder;

        public string Name => name;

        public Action OnChange => onChange;

        public void Dispose() => End(this);
    }
}
