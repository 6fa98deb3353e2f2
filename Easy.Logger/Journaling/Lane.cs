using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace Easy.Logger.Journaling;

/// <summary>
/// A folder below the journal's, with the segments of one running appender: two processes never share one. A file in it says who owns it,
/// and is locked as long as that one lives.
/// </summary>
internal sealed class Lane : IDisposable
{
    private const string OwnerName = "owner";
    private const string TimeFormat = "yyyyMMddHHmmssfffffff";

    /// <summary>A folder without an owner is being made, unless it is older than this.</summary>
    private static readonly TimeSpan _youngest = TimeSpan.FromMinutes(1);

    /// <summary>Differs between two looks at one process.</summary>
    private static readonly TimeSpan _startTolerance = TimeSpan.FromSeconds(2);

    private readonly FileStream _owner;
    private int _segments;

    private Lane(string path, FileStream owner)
    {
        Path = path;
        _owner = owner;
    }

    public string Path { get; }

    /// <summary>Makes a lane of this process.</summary>
    /// <exception cref="IOException">There is no room, or something else at the path.</exception>
    public static Lane Create(string folder)
    {
        PrivateFiles.CreateFolder(folder);
        string name = string.Format(CultureInfo.InvariantCulture, "{0}-{1}-{2:x8}",
            DateTime.UtcNow.ToString(TimeFormat, CultureInfo.InvariantCulture), ThisProcess.Id, Guid.NewGuid().GetHashCode());
        string path = System.IO.Path.Combine(folder, name);
        PrivateFiles.CreateFolder(path);
        try
        {
            FileStream owner = PrivateFiles.Create(System.IO.Path.Combine(path, OwnerName), FileShare.None);
            Lane lane = new(path, owner);
            lane.WriteOwner(ThisProcess.Text);
            return lane;
        }
        catch (Exception)
        {
            Directory.Delete(path, recursive: true);
            throw;
        }
    }

    /// <summary>The lanes of a journal, the oldest first. Other folders there are somebody else's.</summary>
    public static string[] In(string folder)
    {
        string[] paths = Directory.Exists(folder) ? Directory.GetDirectories(folder) : [];
        paths = Array.FindAll(paths, path => IsName(System.IO.Path.GetFileName(path)));
        Array.Sort(paths, StringComparer.Ordinal); // they begin with their time
        return paths;
    }

    /// <summary>The segments of a lane. What has no length holds no record, or is a pipe, which would not end.</summary>
    public static string[] SegmentsIn(string lane) =>
        Array.FindAll(Directory.GetFiles(lane, "*-*" + Segment.Extension), path => new FileInfo(path).Length > 0);

    /// <summary>Takes over a lane whose owner is gone. Nobody else does until it is disposed.</summary>
    /// <returns><see langword="null" /> when its owner lives, or another one takes it over.</returns>
    public static Lane? TryTakeOver(string path)
    {
        string owner = System.IO.Path.Combine(path, OwnerName);
        try
        {
            if (!File.Exists(owner) && DateTime.UtcNow - Directory.GetLastWriteTimeUtc(path) < _youngest)
            {
                return null;
            }

            FileStream stream = new(owner, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 1);
            Lane lane = new(path, stream);
            if (IsAlive(lane.ReadOwner())) // where locks do not work
            {
                lane.Dispose();
                return null;
            }

            return lane;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Whether a running process owns a lane; for people, who may look at it as another user.</summary>
    public static bool IsOwned(string path)
    {
        try
        {
            using FileStream owner = new(System.IO.Path.Combine(path, OwnerName), FileMode.Open, FileAccess.ReadWrite, FileShare.None, bufferSize: 1);
            using Lane lane = new(path, owner);
            return IsAlive(lane.ReadOwner());
        }
        catch (FileNotFoundException)
        {
            return false;
        }
        catch (IOException)
        {
            return true;
        }
    }

    /// <summary>Makes the next segment.</summary>
    /// <exception cref="IOException">There is no room.</exception>
    public Segment CreateSegment(int size)
    {
        string name = string.Format(CultureInfo.InvariantCulture, "{0}-{1:d6}{2}", System.IO.Path.GetFileName(Path), ++_segments,
            Segment.Extension);
        return Segment.Create(System.IO.Path.Combine(Path, name), size);
    }

    /// <summary>Whether the lane is where it was.</summary>
    public bool IsIntact() => File.Exists(_owner.Name);

    /// <summary>Removes the lane with its files. What somebody else has put there stays.</summary>
    public void Remove()
    {
        WriteOwner(string.Empty); // whoever finds a rest of it may take it
        if (System.IO.Path.DirectorySeparatorChar == '\\')
        {
            Dispose(); // there, a file that is open cannot be deleted
        }

        Array.ForEach(Directory.GetFiles(Path, "*-*" + Segment.Extension), File.Delete);
        File.Delete(_owner.Name);
        if (Directory.GetFileSystemEntries(Path).Length == 0)
        {
            Directory.Delete(Path);
        }

        Dispose();
    }

    /// <summary>Leaves the lane with all that is in it to whoever takes it over.</summary>
    public void Release()
    {
        WriteOwner(string.Empty);
        Dispose();
    }

    public void Dispose() => _owner.Dispose();

    private static bool IsName(string name)
    {
        string[] parts = name.Split('-');
        return parts.Length == 3 && parts[0].Length == TimeFormat.Length && parts[2].Length == 8
            && DateTime.TryParseExact(parts[0], TimeFormat, CultureInfo.InvariantCulture, DateTimeStyles.None, out _)
            && int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out _);
    }

    private void WriteOwner(string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        _owner.SetLength(0);
        _owner.Position = 0;
        _owner.Write(bytes, 0, bytes.Length);
        _owner.Flush();
    }

    private string ReadOwner()
    {
        byte[] bytes = new byte[256];
        _owner.Position = 0;
        return Encoding.UTF8.GetString(bytes, 0, _owner.Read(bytes, 0, bytes.Length));
    }

    /// <summary>Whether the process that an owner file names runs.</summary>
    private static bool IsAlive(string owner)
    {
        string[] parts = owner.Split(' ');
        if (parts.Length != 3 || parts[2] != ThisProcess.Boot || !int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out int id)
            || !long.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out long start))
        {
            return false;
        }

        try
        {
            using Process process = Process.GetProcessById(id);
            return (new DateTime(start, DateTimeKind.Utc) - process.StartTime.ToUniversalTime()).Duration() < _startTolerance;
        }
        catch (Exception)
        {
            return false; // there is none
        }
    }

    private static class ThisProcess
    {
        private const string BootIdFile = "/proc/sys/kernel/random/boot_id";

        public static readonly string Boot = File.Exists(BootIdFile) ? File.ReadAllText(BootIdFile).Trim() : "boot";
        public static readonly string Text = Describe();
        public static readonly string Id = Text.Split(' ')[0];

        private static string Describe()
        {
            using Process process = Process.GetCurrentProcess();
            return string.Format(CultureInfo.InvariantCulture, "{0} {1} {2}", process.Id, process.StartTime.ToUniversalTime().Ticks, Boot);
        }
    }
}
