using log4net.Appender;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Brings a file that its appender keeps open to its end before a batch is written. On Unix nothing keeps two appenders from one file, and a configuration that
/// is loaded again makes two: the new one has opened the file before the old one writes what waits, and each would write over the lines of the other.
/// </summary>
internal static class FileEnd
{
    /// <summary>Goes forward only. To be called while the appender appends, that is, under its own lock.</summary>
    public static void Find(FileAppender file)
    {
        // Every other model looks for the end itself, each time it takes its lock.
        FileAppender.LockingModelBase model = file.LockingModel;
        if (!StaysOpen(model))
        {
            return;
        }

        if (model.AcquireLock() is { CanSeek: true } stream && stream.Position < stream.Length)
        {
            stream.Seek(0, SeekOrigin.End);
        }

        model.ReleaseLock();
    }

    /// <summary>How long the file is. To be called while the appender appends.</summary>
    /// <param name="file">The appender.</param>
    /// <param name="path">Its file.</param>
    public static long LengthOf(FileAppender file, string path)
    {
        FileAppender.LockingModelBase model = file.LockingModel;
        if (!StaysOpen(model))
        {
            return new FileInfo(path) is { Exists: true } info ? info.Length : 0;
        }

        // Asked of the stream: Windows shows the length of a file that is open elsewhere with delay.
        long length = model.AcquireLock() is { CanSeek: true } stream ? stream.Length : 0;
        model.ReleaseLock();
        return length;
    }

    /// <summary>Whether the file is open from one append to the next.</summary>
    public static bool StaysOpen(FileAppender.LockingModelBase model) =>
        model.GetType() == typeof(FileAppender.ExclusiveLock) || model.GetType() == typeof(FileAppender.NoLock);
}
