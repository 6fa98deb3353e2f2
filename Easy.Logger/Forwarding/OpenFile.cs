using log4net.Appender;
using log4net.Util;

namespace Easy.Logger.Forwarding;

/// <summary>
/// The file that a stock file appender keeps open. Takes the text of a batch in one piece, where the appender's own writer would cut it into pieces of a thousand
/// characters and those into pages of four thousand bytes. Of use only while the appender appends, under its own lock.
/// </summary>
/// <remarks>
/// Only for the appenders and locking models of log4net itself: a subclass may have put a stream of its own between writer and file, and the other models open
/// and close the file for each append.
/// </remarks>
internal sealed class OpenFile
{
    /// <summary>An array that one huge batch has blown up beyond this many bytes is not kept.</summary>
    private const int LargestKept = 1 << 20;

    private readonly FileAppender _appender;
    private byte[] _bytes = [];

    private OpenFile(FileAppender appender) => _appender = appender;

    public static OpenFile? Of(FileAppender? appender) =>
        appender?.GetType() == typeof(RollingFileAppender) || appender?.GetType() == typeof(FileAppender) ? new OpenFile(appender) : null;

    /// <summary>
    /// Goes to the end of a file that is kept open, forward only. On Unix nothing keeps two appenders from one file: after a reload, the
    /// child of a wrapper that did not end within its closeTimeout may still write, and each would overwrite the lines of the other. To be
    /// called while the appender appends.
    /// </summary>
    public static void SeekEnd(FileAppender file)
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

    /// <summary>Writes a part of a text as the appender's writer would, what that still has in its buffer first.</summary>
    /// <param name="writer">The appender's writer.</param>
    /// <param name="text">The text.</param>
    /// <param name="start">Where the part begins.</param>
    /// <param name="count">How many characters it has.</param>
    /// <returns><see langword="false" /> when it has to go through the writer after all.</returns>
    public bool TryWrite(TextWriter writer, RenderedText text, int start, int count)
    {
        if (writer is not QuietTextWriter { Closed: false } quiet || !StaysOpen(_appender.LockingModel))
        {
            return false;
        }

        Stream? stream = _appender.LockingModel.AcquireLock();
        try
        {
            if (stream is null)
            {
                return false; // the application has given the appender another writer
            }

            Write(stream, quiet, text, start, count);
            return true;
        }
        finally
        {
            _appender.LockingModel.ReleaseLock();
        }
    }

    /// <summary>Whether the file is open from one append to the next.</summary>
    private static bool StaysOpen(FileAppender.LockingModelBase model) =>
        model.GetType() == typeof(FileAppender.ExclusiveLock) || model.GetType() == typeof(FileAppender.NoLock);

    private void Write(Stream stream, QuietTextWriter writer, RenderedText text, int start, int count)
    {
        try
        {
            writer.Flush(); // the mark that begins a file, its header
            int length = text.GetBytes(writer.Encoding, start, count, ref _bytes);
            stream.Write(_bytes, 0, length);
            if (writer is CountingQuietTextWriter counting)
            {
                counting.Count += length;
            }
        }
        catch (Exception e)
        {
            writer.ErrorHandler.Error($"The text of a batch ({count} characters) could not be written.", e, log4net.Core.ErrorCode.WriteFailure);
        }

        if (_bytes.Length > LargestKept)
        {
            _bytes = [];
        }
    }
}
