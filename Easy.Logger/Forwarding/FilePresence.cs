using Easy.Logger.Diagnostics;
using log4net.Appender;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Whether the file that a child keeps open is still where it was. On Unix a file that was deleted or moved away takes every write without
/// an error, so nobody else would say that the lines go nowhere. It is reported, not counted: the file may live on under another name.
/// Looked at once in a tick of the system's clock at most, because a look costs as much as a write. Worker only.
/// </summary>
internal sealed class FilePresence
{
    private readonly FileAppender _appender;
    private readonly FailureReporter _reporter;
    private readonly string _source;
    private int? _lookedAt; // in milliseconds
    private int _events; // written since

    private FilePresence(FileAppender appender, FailureReporter reporter, string source)
    {
        _appender = appender;
        _reporter = reporter;
        _source = $"the file of {source}";
    }

    /// <summary>For a child that keeps a file open under its own name.</summary>
    /// <returns><see langword="null" /> for any other.</returns>
    public static FilePresence? Of(IAppender appender, FailureReporter reporter, string source) =>
        appender is FileAppender { LockingModel: FileAppender.ExclusiveLock or FileAppender.InterProcessLock or FileAppender.NoLock } file
            ? new FilePresence(file, reporter, source)
            : null;

    /// <summary>To be called after a batch was written.</summary>
    public void Written(int events)
    {
        _events += events;
        if (Environment.TickCount != _lookedAt)
        {
            Look();
        }
    }

    /// <summary>Looks whether what was written is in the file, unless that was looked at.</summary>
    public void Look()
    {
        int events = _events;
        if (events == 0)
        {
            return;
        }

        _lookedAt = Environment.TickCount;
        _events = 0;
        try
        {
            if (_appender.File is not { } path || File.Exists(Environment.ExpandEnvironmentVariables(path)))
            {
                _reporter.Worked(_source);
                return;
            }

            _reporter.Failed(_source, exception: null, $"'{path}' is not there: what is written goes to a file that was deleted or moved");
            _reporter.CountEvents(_source, events);
        }
        catch (OutOfMemoryException)
        {
            // What was written is written.
        }
    }
}
