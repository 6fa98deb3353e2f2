using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using static System.FormattableString;

namespace Easy.Logger.Loki.Spill;

/// <summary>The segments in a folder, the oldest first, and what they come to. Not thread-safe.</summary>
internal sealed class SpillFolder(string path, long maxBytes) : IDisposable
{
    private const string Extension = ".spill";

    /// <summary>So many never overflow, whatever number somebody has put there.</summary>
    private const int MaxDigits = 18;

    /// <summary>Nothing is counted on from higher ones, which somebody has put there: a name with more digits is not found again.</summary>
    private const long MaxNumber = 99_999_999_999_999_999;

    private readonly List<SpillSegment> _segments = []; // none without frames
    private readonly List<SpillSegment> _undeleted = [];
    private long _lastNumber;

    public string Path => path;

    public long MaxBytes => maxBytes;

    /// <summary>Bytes of all files, those included that could not be deleted.</summary>
    public long Bytes => _segments.Sum(segment => (long)segment.Length) + _undeleted.Sum(segment => (long)segment.Length);

    public long Lines => _segments.Sum(segment => segment.Lines);

    public long DroppedLines { get; private set; }

    public bool IsEmpty => _segments.Count == 0;

    /// <summary>The segments whose files are not there.</summary>
    public IReadOnlyList<SpillSegment> Missing => _segments.FindAll(segment => segment.IsGone || !File.Exists(segment.FilePath));

    public SpillSegment? First => IsEmpty ? null : _segments[0];

    /// <summary>The frames that are there, the oldest first.</summary>
    public IEnumerable<SpillSegment.Entry> Entries => _segments.SelectMany(segment => segment.Entries);

    /// <summary>Reads what is there. A file that cannot be opened is reported and left for the next run.</summary>
    [SuppressMessage("Reliability", "CA2000", Justification = "Its file is closed; the folder keeps it, or it is put away.")]
    public void Read(List<string> messages)
    {
        byte[] buffer = [];
        List<SpillSegment> found = [];
        foreach ((long number, string file) in Found().OrderBy(one => one.Number))
        {
            _lastNumber = number <= MaxNumber ? number : _lastNumber;
            try
            {
                SpillSegment segment = SpillSegment.Open(file, ref buffer, out long unreadable);
                if (segment.IsOld)
                {
                    PutAway(segment, messages);
                    continue;
                }

                found.Add(segment);
                if (segment.DamagedBytes > 0)
                {
                    DroppedLines += segment.DamagedLines;
                    messages.Add(Invariant(
                        $"{segment.DamagedBytes} byte(s) in '{file}' with {segment.DamagedLines} line(s) are damaged and left out"));
                }

                if (unreadable > 0)
                {
                    messages.Add(Invariant($"{unreadable} byte(s) at the end of '{file}' are no whole push and are cut off; ")
                        + "a kill in the middle of a write leaves such bytes");
                }
            }
            catch (Exception exception)
            {
                messages.Add($"'{file}' cannot be read and is left out: {exception.Message}");
            }
        }

        _segments.AddRange(found.Where(segment => segment.Frames > 0));
        found.Where(segment => segment.Frames == 0).ToList().ForEach(Delete);
    }

    /// <summary>Begins a segment with a frame.</summary>
    /// <exception cref="Exception">It was not written.</exception>
    public SpillSegment Begin(byte[] bytes, int size, int lines, string lane, out SpillSegment.Entry entry)
    {
        // A number is used once, so that what could not be deleted is in nobody's way.
        SpillSegment segment =
            SpillSegment.New(System.IO.Path.Combine(Path, (++_lastNumber).ToString("D8", CultureInfo.InvariantCulture) + Extension));
        try
        {
            entry = segment.Append(bytes, size, lines, lane);
        }
        catch (Exception)
        {
            if (segment.HasFile) // otherwise somebody else's is there
            {
                Delete(segment);
            }

            throw;
        }

        _segments.Add(segment);
        return segment;
    }

    /// <summary>Drops a segment. The lines that are spared are not lost.</summary>
    public void Drop(SpillSegment segment, int spared)
    {
        _segments.Remove(segment);
        DroppedLines += segment.Lines - spared;
        segment.MarkGone();
        Delete(segment);
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

    /// <summary>Its lines count as dropped; the file stays for whoever goes back to the version that wrote it.</summary>
    private void PutAway(SpillSegment segment, List<string> messages)
    {
        string aside = segment.FilePath + ".old";
        File.Move(segment.FilePath, aside);
        DroppedLines += segment.Lines;
        messages.Add(Invariant(
            $"'{segment.FilePath}' was written by an earlier version of this package: its {segment.Lines} line(s) are not sent")
            + $" and count as dropped; it was renamed to '{aside}'");
    }

    private void Delete(SpillSegment segment)
    {
        if (!IsDeleted(segment))
        {
            _undeleted.Add(segment);
        }
    }

    private IEnumerable<(long Number, string Path)> Found()
    {
        foreach (string file in Directory.GetFiles(Path, "*" + Extension))
        {
            string name = System.IO.Path.GetFileNameWithoutExtension(file);
            if (name.Length is >= 8 and <= MaxDigits
                && long.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out long number))
            {
                yield return (number, file);
            }
        }
    }
}
