using log4net.Appender;

namespace Easy.Logger.Forwarding;

/// <summary>
/// Where a batch has to be cut so that a file that rolls by size ends where it would have ended had its events come one by one: behind the event that reaches
/// the limit. log4net itself looks before each append, which here is a whole batch.
/// </summary>
internal sealed class SizeLimit
{
    private readonly RollingFileAppender _file;

    private SizeLimit(RollingFileAppender file) => _file = file;

    public static SizeLimit? Of(FileAppender? file) => file is RollingFileAppender rolling ? new SizeLimit(rolling) : null;

    /// <summary>Called while the appender appends, when it has rolled if it had to.</summary>
    /// <param name="text">The text of the batch.</param>
    /// <param name="ends">Where the text of each event ends.</param>
    /// <param name="first">The first event to write.</param>
    /// <param name="count">Events in the batch.</param>
    /// <returns>The first event that belongs into the next file; <paramref name="count" /> when all belong into this one.</returns>
    public int Cut(RenderedText text, int[] ends, int first, int count)
    {
        if (_file.RollingStyle is not (RollingFileAppender.RollingMode.Size or RollingFileAppender.RollingMode.Composite) || _file.File is not { } path)
        {
            return count;
        }

        int start = first == 0 ? 0 : ends[first - 1];
        long room = _file.MaxFileSize - OpenFile.LengthOf(_file, path);
        if (_file.Encoding.GetMaxByteCount(ends[count - 1] - start) < room)
        {
            return count; // far from it, as nearly always
        }

        for (int i = first; i < count; i++)
        {
            room -= text.ByteCount(_file.Encoding, start, ends[i] - start);
            start = ends[i];
            if (room <= 0)
            {
                return i + 1;
            }
        }

        return count;
    }
}
