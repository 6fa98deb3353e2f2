
namespace Easy.Logger.Facade;

/// <summary>
/// Reports when a configuration file has changed and half a second has passed since. log4net has a watch of its own, but no way to end it:
/// it would bring the old configuration back when its file is touched, even after a shutdown. Symbolic links on the way to the file are
/// followed, and seen when they are swapped.
/// </summary>
internal sealed class ConfigurationWatch : IDisposable
{
    private static readonly TimeSpan _quiet = TimeSpan.FromMilliseconds(500); // as long as log4net's own watch

    private readonly object _lock = new();
    private readonly string _path;
    private readonly ITimer _timer;
    private List<IDisposable> _listeners = []; // under the lock
    private bool _hasEnded; // under the lock

    private ConfigurationWatch(string path, Action onChange, TimeProvider time)
    {
        _path = path;
        _timer = time.CreateTimer(
            _ =>
            {
                TryListen(); // links may lead elsewhere now
                onChange();
            },
            state: null,
            Timeout.InfiniteTimeSpan,
            Timeout.InfiniteTimeSpan);
    }

    /// <summary>Begins to watch.</summary>
    /// <param name="path">The full path of the file.</param>
    /// <param name="onChange">Runs on a thread of the pool and must not throw.</param>
    /// <param name="time">The clock.</param>
    /// <returns>The watch; <see langword="null" /> when the system does not let us watch, which is reported.</returns>
    public static ConfigurationWatch? TryStart(string path, Action onChange, TimeProvider time)
    {
        // Timer and watcher would keep the async locals of whoever configures for as long as the file is watched.
        ConfigurationWatch? watch = null;
        bool isListening = false;
        BackgroundThread.WithoutFlow(() =>
        {
            watch = new ConfigurationWatch(path, onChange, time);
            isListening = watch.TryListen();
        });
        if (!isListening)
        {
            watch!.Dispose();
        }

        return isListening ? watch : null;
    }

    public void Dispose()
    {
        List<IDisposable> listeners;
        lock (_lock)
        {
            _hasEnded = true;
            listeners = _listeners;
            _listeners = [];
        }

        listeners.ForEach(listener => listener.Dispose());
        _timer.Dispose();
    }

    private bool TryListen()
    {
        List<IDisposable> listeners = [];
        try
        {
            foreach ((string folder, string name) in LinkedPath.Names(_path))
            {
                listeners.Add(FolderWatch.Listen(folder, name, Await));
            }
        }
        catch (Exception e)
        {
            listeners.ForEach(listener => listener.Dispose());
            InternalLog.Warn($"Easy.Logger: changes of [{_path}] are not followed, because the system does not watch its folder.", e);
            return false;
        }

        List<IDisposable> before;
        lock (_lock)
        {
            before = _hasEnded ? listeners : _listeners;
            _listeners = _hasEnded ? [] : listeners;
        }

        before.ForEach(listener => listener.Dispose());
        return true;
    }

    /// <summary>Each change begins the wait anew, so that a file is read when it has been written to its end.</summary>
    private void Await()
    {
        try
        {
            _timer.Change(_quiet, Timeout.InfiniteTimeSpan);
        }
        catch (ObjectDisposedException)
        {
            // Not every clock's timers take a change after their end; the file is no longer ours to follow.
        }
    }
}
