using Easy.Logger.Diagnostics;
using log4net.Appender;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Whether the file that a child keeps open is still where it was. On Unix a file that was deleted or moved away takes every write without
/// an error, so nobody else would say that the lines go nowhere. It is reported, not counted: the file may live on under another name.
/// Worker only.
/// </summary>
internal sealed class FilePresence
{
    private readonly FileAppender _appender;
    private readonly FailureReporter _reporter;
    private readonly string _source;

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

    /// <summary>To be asked after a batch was written.</summary>
    public void Check(int events)
    {
        if (_appender.File is not { } path || File.Exists(Environment.ExpandEnvironmentVariables(path)))
        {
            _reporter.Worked(_source);
            return;
        }

        _reporter.Failed(_source, exception: null, $"'{path}' is not there: what is written goes to a file that was deleted or moved");
        _reporter.CountEvents(_source, events);
    }
}
