namespace Easy.Logger.Facade;

/// <summary>
/// Reports changes of names in one folder, and follows the folder itself: when it, or one that it is in, is replaced, the new one is
/// watched and everybody who listens hears of it. Whoever listens to the same folder shares one watcher, because the system has few: on
/// Linux each is an inotify instance. Thread-safe.
/// </summary>
internal sealed class FolderWatch
{
    private static readonly object _lock = new();
    private static readonly Dictionary<string, FolderWatch> _watched = new(StringComparer.Ordinal); // under the lock

    private readonly string _folder;
    private FileSystemWatcher? _watcher; // under the lock; none while there is no such folder
    private Listener? _parent; // under the lock
    private bool _seesContent; // under the lock
    private volatile Listener[] _listeners = [];

    private FolderWatch(string folder) => _folder = folder;

    /// <summary>Begins to listen. The folder need not be there yet.</summary>
    /// <param name="folder">The full path of the folder.</param>
    /// <param name="name">The name in it.</param>
    /// <param name="onChange">Called on a thread of the system; must not throw.</param>
    /// <returns>Ends it.</returns>
    public static IDisposable Listen(string folder, string name, Action onChange) => Listen(folder, name, onChange, isFolder: false);

    private static Listener Listen(string folder, string name, Action onChange, bool isFolder)
    {
        lock (_lock)
        {
            if (!_watched.TryGetValue(folder, out FolderWatch? watch))
            {
                watch = new FolderWatch(folder);
                _watched[folder] = watch;
                watch.ListenToParent();
            }

            Listener listener = new(watch, name, onChange, isFolder);
            watch._listeners = [.. watch._listeners, listener];
            try
            {
                watch.Follow(isNew: watch._watcher is null || (!isFolder && !watch._seesContent));
            }
            catch
            {
                listener.Dispose();
                throw;
            }

            return listener;
        }
    }

    /// <summary>Where that is not allowed, the folder is watched as it is now.</summary>
    private void ListenToParent()
    {
        if (Path.GetDirectoryName(_folder) is { } parent)
        {
            try
            {
                _parent = Listen(parent, Path.GetFileName(_folder), OnReplaced, isFolder: true);
            }
            catch (Exception)
            {
                _parent = null;
            }
        }
    }

    private void OnReplaced()
    {
        lock (_lock)
        {
            if (_listeners.Length == 0)
            {
                return;
            }

            try
            {
                Follow(isNew: true);
            }
            catch (Exception)
            {
                _watcher?.Dispose();
                _watcher = null; // whoever hears of the change listens again, and reports it
            }
        }

        Report(name: null, WatcherChangeTypes.All);
    }

    /// <summary>Has the watcher look for what is listened to. Needs the lock.</summary>
    private void Follow(bool isNew)
    {
        FileSystemWatcher? before = isNew ? _watcher : null;
        try
        {
            if (isNew)
            {
                _watcher = null;
                _watcher = Directory.Exists(_folder) ? NewWatcher() : null;
            }

            if (_watcher is not null)
            {
#if NET
                Filter(_watcher);
#endif
                _watcher.EnableRaisingEvents = true;
            }
        }
        finally
        {
            before?.Dispose();
        }
    }

    private FileSystemWatcher NewWatcher()
    {
        // Of a folder that only leads to others, names are enough: of files that are written there nothing is to be heard.
        const NotifyFilters names = NotifyFilters.FileName | NotifyFilters.DirectoryName;
        _seesContent = Array.Exists(_listeners, listener => !listener.IsFolder);
        FileSystemWatcher watcher = new(_folder)
        {
            NotifyFilter = _seesContent ? names | NotifyFilters.CreationTime | NotifyFilters.LastWrite | NotifyFilters.Size : names,
        };
        watcher.Changed += (_, change) => Report(change.Name, change.ChangeType);
        watcher.Created += (_, change) => Report(change.Name, change.ChangeType);
        watcher.Deleted += (_, change) => Report(change.Name, change.ChangeType);
        watcher.Renamed += (_, change) =>
        {
            Report(change.OldName, WatcherChangeTypes.Deleted);
            Report(change.Name, WatcherChangeTypes.Created);
        };
        watcher.Error += (_, _) => Report(name: null, WatcherChangeTypes.All); // changes were missed
        return watcher;
    }

    private void End(Listener listener)
    {
        lock (_lock)
        {
            if (Array.IndexOf(_listeners, listener) < 0)
            {
                return;
            }

            _listeners = Array.FindAll(_listeners, other => other != listener);
            if (_listeners.Length == 0)
            {
                _watched.Remove(_folder);
                _watcher?.Dispose();
                _watcher = null;
                _parent?.Dispose();
            }
#if NET
            else if (_watcher is not null)
            {
                Filter(_watcher);
            }
#endif
        }
    }

#if NET
    /// <summary>Log files are often in the same folder: their changes are sorted out before anything is made of them.</summary>
    private void Filter(FileSystemWatcher watcher)
    {
        string[] names = [.. _listeners.Select(listener => listener.Name).Distinct()];
        foreach (string name in names.Except(watcher.Filters).ToArray())
        {
            watcher.Filters.Add(name);
        }

        foreach (string name in watcher.Filters.Except(names).ToArray())
        {
            watcher.Filters.Remove(name);
        }
    }
#endif

    private void Report(string? name, WatcherChangeTypes change)
    {
        foreach (Listener listener in _listeners)
        {
            if (name is null || (listener.Wants(change) && listener.Name.Equals(name, StringComparison.OrdinalIgnoreCase)))
            {
                listener.OnChange();
            }
        }
    }

    private sealed class Listener(FolderWatch watch, string name, Action onChange, bool isFolder) : IDisposable
    {
        public string Name => name;

        /// <summary>Whether the name is that of a folder which is watched as well.</summary>
        public bool IsFolder => isFolder;

        public Action OnChange => onChange;

        /// <summary>A file that is gone is no change before there is another; a folder changes with each file in it.</summary>
        public bool Wants(WatcherChangeTypes change) => change != (isFolder ? WatcherChangeTypes.Changed : WatcherChangeTypes.Deleted);

        public void Dispose() => watch.End(this);
    }
}
