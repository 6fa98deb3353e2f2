using Easy.Logger.Diagnostics;
using Easy.Logger.Threading;

namespace Easy.Logger.Facade;

/// <summary>
/// Tells when a configuration file has changed and half a second has passed since. log4net has a watch of its own, but no way to end it: it
/// would bring the old configuration back when its file is touched, even after a shutdown.
/// </summary>
internal sealed class ConfigurationWatch : IDisposable
{
    private static readonly TimeSpan _quiet = TimeSpan.FromMilliseconds(500); // what log4net's own watch waits for

    private readonly ITimer _timer;
    private readonly FileSystemWatcher _watcher;

    private ConfigurationWatch(string path, Action onChange, TimeProvider time)
    {
        Path = path;
        _timer = time.CreateTimer(_ => onChange(), state: null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        try
        {
            _watcher = new FileSystemWatcher(System.IO.Path.GetDirectoryName(path)!, System.IO.Path.GetFileName(path))
            {
                NotifyFilter = NotifyFilters.CreationTime | NotifyFilters.LastWrite | NotifyFilters.FileName | NotifyFilters.Size,
            };
        }
        catch
        {
            _timer.Dispose();
            throw;
        }

        _watcher.Changed += (_, _) => Await();
        _watcher.Created += (_, _) => Await();
        _watcher.Renamed += (_, _) => Await();
        _watcher.Error += (_, _) => Await(); // changes were missed
    }

    /// <summary>The full path of the file.</summary>
    public string Path { get; }

    /// <summary>Begins to watch.</summary>
    /// <param name="path">The full path of the file.</param>
    /// <param name="onChange">Runs on a thread of the pool and must not throw.</param>
    /// <param name="time">The clock.</param>
    /// <returns>The watch; <see langword="null" /> when the system does not let us watch, which was reported.</returns>
    public static ConfigurationWatch? TryStart(string path, Action onChange, TimeProvider time)
    {
        // Timer and watcher would keep the async locals of whoever configures for as long as the file is watched.
        ConfigurationWatch? watch = null;
        try
        {
            BackgroundThread.WithoutFlow(() =>
            {
                watch = new ConfigurationWatch(path, onChange, time);
                watch._watcher.EnableRaisingEvents = true;
            });
            return watch;
        }
        catch (Exception e)
        {
            watch?.Dispose();
            InternalLog.Warn($"Easy.Logger: changes of [{path}] are not followed, for the system does not watch its folder.", e);
            return null;
        }
    }

    public void Dispose()
    {
        _watcher.Dispose();
        _timer.Dispose();
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
