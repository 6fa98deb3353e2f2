using System.Text;
using Easy.Logger.Compatibility;
using Easy.Logger.Rendering;
using log4net.Appender;
using log4net.Util;
#if NET
using Microsoft.Win32.SafeHandles;
#endif

namespace Easy.Logger.Forwarding.Writers;

/// <summary>
/// The file of an appender of log4net's own. Takes the text of a batch in one piece, where the appender's own writer would cut it into
/// pieces of a thousand characters and those into pages of four thousand bytes. Of use only while the appender appends, under its own lock.
/// </summary>
internal sealed class OutputFile
{
    /// <summary>An array that one huge batch has blown up beyond this many bytes is not kept.</summary>
    private const int MaxKept = 1 << 20;

    private readonly FileAppender _appender;
    private byte[] _bytes = [];
#if NET
    private FileStream? _stream; // whose handle that is
    private SafeFileHandle? _handle;
#endif
    private TextWriter? _begun; // the writer that has the first event of its file
    private bool _isWriterOfFile; // not one that the application has given the appender

    public OutputFile(FileAppender appender) => _appender = appender;

    /// <summary>
    /// Goes to the end of a file that is kept open. On Unix nothing keeps two appenders from one file: after a reload, an appender that did
    /// not end within its closeTimeout may still write, and each would overwrite the lines of the other. Forward only.
    /// </summary>
    public static void SeekEnd(FileAppender? file)
    {
        if (file is not null && IsKeptOpen(file.LockingModel))
        {
            Stream? stream = file.LockingModel.AcquireLock();
            if (IsBehindEnd(stream))
            {
                stream!.Seek(0, SeekOrigin.End);
            }

            file.LockingModel.ReleaseLock();
        }
    }

    /// <summary>Whether an appender's file is kept open and has more in it than the appender has come to.</summary>
    public static bool IsBehindEnd(AppenderSkeleton appender)
    {
        try
        {
            return appender is FileAppender file && IsKeptOpen(file.LockingModel) && IsBehindEnd(file.LockingModel.AcquireLock());
        }
        catch (Exception)
        {
            return false; // it is asked again before the next append, which reports it
        }
    }

    /// <summary>
    /// Writes out what a text appender has in its buffer as its appends do: log4net's own Flush of a file appender fails, because it does
    /// not lock the file, and loses it. No file rolls, as it may in an append.
    /// </summary>
    /// <param name="appender">The appender.</param>
    /// <param name="seeksEnd">Whether it goes to the end of the file first, see <see cref="TextEventWriter.Append" />.</param>
    public static void Flush(TextWriterAppender appender, bool seeksEnd)
    {
        SeekEnd(seeksEnd ? appender as FileAppender : null);
        object? file = appender is FileAppender known ? Log4NetMembers.LockingStreamOf(known) : null;
        if (Log4NetMembers.WriterOf(appender) is not { Closed: false } writer || (file is not null && !Log4NetMembers.TryLock(file)))
        {
            return;
        }

        try
        {
            writer.Flush();
        }
        finally
        {
            if (file is not null)
            {
                Log4NetMembers.Unlock(file);
            }
        }
    }

    /// <summary>
    /// Whether a text in one piece is the same for the appender as in those that a layout writes: each has as many bytes as it has alone,
    /// by which a file rolls, and none is refused, which would keep it in the writer.
    /// </summary>
    public static bool TakesWholeTexts(IAppender appender)
    {
        try
        {
            return appender is not FileAppender file || EncodingsOf(file).All(IsWhole);
        }
        catch (Exception)
        {
            return false; // a writer of the application that has none
        }
    }

    /// <summary>That of the open file, which the appender may have changed since, and that of the next one.</summary>
    private static IEnumerable<Encoding> EncodingsOf(FileAppender file) =>
        Log4NetMembers.WriterOf(file) is { Closed: false } writer ? [writer.Encoding, file.Encoding] : [file.Encoding];

    /// <summary>
    /// Not UTF-32: a thousand of its letters fill the stream's own buffer, so of a text that cannot be written other pieces are.
    /// </summary>
    private static bool IsWhole(Encoding encoding) =>
        RefusesNothing(encoding) && encoding.GetType().Namespace == typeof(Encoding).Namespace
        && (encoding.IsSingleByte || encoding is UTF8Encoding or UnicodeEncoding);

    /// <summary>Whether an encoding has something to write for every letter. Of those of an application that is not known.</summary>
    private static bool RefusesNothing(Encoding encoding) =>
        encoding.EncoderFallback is not EncoderExceptionFallback
        && encoding.EncoderFallback.GetType().Namespace == typeof(Encoding).Namespace;

    private static bool IsOfLog4Net(FileAppender.LockingModelBase model) =>
        IsKeptOpen(model)
        || model.GetType() == typeof(FileAppender.MinimalLock) || model.GetType() == typeof(FileAppender.InterProcessLock);

    private static bool IsKeptOpen(FileAppender.LockingModelBase model) =>
        model.GetType() == typeof(FileAppender.ExclusiveLock) || model.GetType() == typeof(FileAppender.NoLock);

    private static bool IsBehindEnd(Stream? stream) => stream is { CanSeek: true } && stream.Position < stream.Length;

    /// <summary>
    /// Where a batch has to be cut so that a file that rolls ends where it would have ended had its events come one by one: behind the
    /// event that reaches the limit, and behind each one while a roll that failed is to be tried again. log4net looks before each append,
    /// which here is a whole batch.
    /// </summary>
    /// <param name="writer">The appender's writer, which counts what it has written.</param>
    /// <param name="text">The text of the batch.</param>
    /// <param name="ends">Where the text of each event ends.</param>
    /// <param name="start">Where the text of the first event begins.</param>
    /// <param name="first">The first event to write.</param>
    /// <param name="end">The event behind the last one.</param>
    /// <returns>The first event that belongs into the next file; <paramref name="end" /> when all belong into this one.</returns>
    public int Cut(TextWriter writer, TextBuffer text, int[] ends, int start, int first, int end)
    {
        if (!ReferenceEquals(writer, _begun))
        {
            return first + 1; // what begins the file is to be written with the first event
        }

        if (writer is not CountingQuietTextWriter counting || _appender is not RollingFileAppender rolling)
        {
            return end;
        }

        if (Log4NetMembers.WaitsForRoll(rolling))
        {
            return first + 1;
        }

        if (rolling.RollingStyle is not (RollingFileAppender.RollingMode.Size or RollingFileAppender.RollingMode.Composite))
        {
            return end;
        }

        long room = rolling.MaxFileSize - counting.Count;
        if (writer.Encoding.GetMaxByteCount(ends[end - 1] - start) < room)
        {
            return end; // far from it, as nearly always
        }

        for (int i = first; i < end; i++)
        {
            room -= text.ByteCount(writer.Encoding, start, ends[i] - start);
            start = ends[i];
            if (room <= 0)
            {
                return i + 1;
            }
        }

        return end;
    }

    /// <summary>
    /// Writes a part of a text as the appender's writer would, what that still has in its buffer first. Not the first event of a file: the
    /// mark and header that begin it wait in the writer, and what a full disk takes of the two together is not what it takes of each.
    /// </summary>
    /// <param name="writer">The appender's writer.</param>
    /// <param name="text">The text.</param>
    /// <param name="start">Where the part begins.</param>
    /// <param name="count">How many characters it has.</param>
    /// <returns><see langword="false" /> when it has to go through the writer, event by event: the file has nothing of it.</returns>
    public bool TryWrite(TextWriter writer, TextBuffer text, int start, int count)
    {
        if (!ReferenceEquals(writer, _begun))
        {
            _begun = writer;
            _isWriterOfFile = writer is QuietTextWriter own && Log4NetMembers.WriterBehind(own) is StreamWriter opened
                && ReferenceEquals(opened.BaseStream, Log4NetMembers.LockingStreamOf(_appender));
            return false;
        }

        // The encoding is that with which the file was opened; the appender may have another one by now.
        FileAppender.LockingModelBase model = _appender.LockingModel;
        if (!_isWriterOfFile || !IsOfLog4Net(model) || !IsWhole(writer.Encoding))
        {
            return false;
        }

        // The append holds it, and most do not count how often: it would lose the file if it were released here.
        Stream? stream = model is FileAppender.InterProcessLock counting ? Log4NetMembers.StreamOf(counting) : model.AcquireLock();
        if (stream is not { CanSeek: true } || writer is not QuietTextWriter { Closed: false } quiet)
        {
            return false; // a pipe
        }

        return TryWrite(stream, quiet, text, start, count);
    }

    private bool TryWrite(Stream stream, QuietTextWriter writer, TextBuffer text, int start, int count)
    {
        int length = text.GetBytes(writer.Encoding, start, count, ref _bytes);
        try
        {
            writer.Flush(); // what somebody else has written without ImmediateFlush
        }
        catch (Exception)
        {
            return false;
        }

        long position = stream.Position;
        try
        {
            Write(stream, position, length);
        }
        catch (Exception e)
        {
            if (TryGoBack(stream, position))
            {
                return false; // a disk that is full takes some of the events, and perhaps later ones
            }

            writer.ErrorHandler.Error($"The text of a batch ({count} characters) could not be written.", e,
                log4net.Core.ErrorCode.WriteFailure);
        }

        if (writer is CountingQuietTextWriter counting)
        {
            counting.Count += length; // log4net counts what it could not write, too: the file rolls all the same
        }

        return true;
    }

    /// <summary>
    /// Past the buffer of a file, which keeps what it could not write: it has to have what the events leave in it one by one.
    /// </summary>
    private void Write(Stream stream, long position, int length)
    {
#if NET
        if (stream is FileStream file)
        {
            if (!ReferenceEquals(file, _stream))
            {
                (_stream, _handle) = (file, file.SafeFileHandle); // to ask for it is a call to the system
            }

            RandomAccess.Write(_handle!, _bytes.AsSpan(0, length), position);
            file.Position = position + length;
            return;
        }
#endif
        stream.Write(_bytes, 0, length);
    }

    private bool TryGoBack(Stream stream, long position)
    {
        try
        {
            stream.Seek(position, SeekOrigin.Begin);
            if (!IsKeptOpen(_appender.LockingModel))
            {
                stream.SetLength(position); // its next append begins at the end of the file
            }

            return true;
        }
        catch (Exception)
        {
            return false; // it has something in its own buffer that cannot be written either
        }
    }

    /// <summary>Keeps no memory that only a huge batch needs.</summary>
    public void Trim()
    {
        if (_bytes.Length > MaxKept)
        {
            _bytes = [];
        }
    }
}
