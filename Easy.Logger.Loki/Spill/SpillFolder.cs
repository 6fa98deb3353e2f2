using System.Globalization;
using static System.FormattableString;

namespace Easy.Logger.Loki.Spill;

/// <summary>The segments in a folder, the oldest first, and what they come to. Not thread-safe.</summary>
internal sealed class SpillFolder : IDisposable
{
    private const string Extension = ".spill";

    private readonly Queue<SpillSegment> _segments = new(); // none without frames
    private readonly List<SpillSegment> _undeleted = [];
    private int _lastNumber;

    public SpillFolder(string path, long mostBytes)
    {
        Path = path;
        MostBytes = mostBytes;
    }

    public string Path { get; }

    public long MostBytes { get; }

    /// <summary>Bytes of all files, those included that could not be deleted.</summary>
    public long Bytes => _segments.Sum(segment => (long)segment.Length) + _undeleted.Sum(segment => (long)segment.Length);

    public long Lines => _segments.Sum(segment => segment.Lines);

    public long DroppedLines { get; private set; }

    public bool IsEmpty => _segments.Count == 0;

    public SpillSegment? First => IsEmpty ? null : _segments.Peek();

    /// <summary>Reads what is there. A file that cannot be opened is told of and left as it is, so that the next run may try again.</summary>
    public void Read(List<string> messages)
    {
        byte[] buffer = [];
        List<SpillSegment> found = [];
        foreach ((int number, string path) in Found().OrderBy(file => file.Number))
        {
            _lastNumber = number;
            try
            {
                found.Add(SpillSegment.Open(path, ref buffer, out long unreadable));
                if (unreadable > 0)
                {
                    messages.Add(Invariant(
                        $"{unreadable} byte(s) at the end of '{path}' are no whole push and are cut off; a kill in the middle of a write leaves such bytes"));
                }
            }
            catch (Exception exception)
            {
                messages.Add($"'{path}' cannot be read and is left out: {exception.Message}");
            }
        }

        found.Where(segment => segment.Frames > 0).ToList().ForEach(_segments.Enqueue);
        found.Where(segment => segment.Frames == 0).ToList().ForEach(Delete);
    }

    /// <summary>Begins a segment with a frame.</summary>
    /// <exception cref="Exception">It was not written.</exception>
    public SpillSegment Begin(byte[] bytes, int size, int lines)
    {
        // A number is used once, so that what could not be deleted is in nobody's way.
        SpillSegment segment = SpillSegment.New(System.IO.Path.Combine(Path, (++_lastNumber).ToString("D8", CultureInfo.InvariantCulture) + Extension));
        try
        {
            segment.Append(bytes, size, lines);
        }
        catch (Exception)
        {
            Delete(segment);
            throw;
        }

        _segments.Enqueue(segment);
        return segment;
    }

    /// <summary>Gives the oldest segment up.</summary>
    /// <param name="spared">Lines in it that are not lost.</param>
    public void DropFirst(int spared)
    {
        SpillSegment first = _segments.Dequeue();
        DroppedLines += first.Lines - spared;
        Delete(first);
    }

    /// <summary>Counts lines that are lost after all.</summary>
    public void CountDropped(int lines) => DroppedLines += lines;

    /// <summary>Tries once more to delete what could not be deleted.</summary>
    public void RetryDeletes() => _undeleted.RemoveAll(IsDeleted);

    public void Dispose()
    {
        foreach (SpillSegment segment in _segments)
        {
            segment.Dispose();
        }
    }

    private static bool IsDeleted(SpillSegment segment)
    {
        segment.Dispose();
        try
        {
            File.Delete(segment.FilePath);
            return true;
        }
        catch (Exception)
        {
            return !File.Exists(segment.FilePath);
        }
    }

    private void Delete(SpillSegment segment)
    {
        if (!IsDeleted(segment))
        {
            _undeleted.Add(segment);
        }
    }

    private IEnumerable<(int Number, string Path)> Found()
    {
        foreach (string path in Directory.GetFiles(Path, "*" + Extension))
        {
            string name = System.IO.Path.GetFileNameWithoutExtension(path);
            if (name.Length >= 8 && int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out int number))
            {
                yield return (number, path);
            }
        }
    }
}
