using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
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
    private const string Nobody = "nobody"; // in the file when its owner has left the lane

    /// <summary>
    /// The errors of a file that somebody has locked: ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION, EWOULDBLOCK of Linux and macOS.
    /// </summary>
    private static readonly int[] _locked = [32, 33, 11, 35];

    /// <summary>A folder whose owner has not written its name yet is being made, unless it is older than this.</summary>
    private static readonly TimeSpan _youngest = TimeSpan.FromMinutes(1);

    private readonly FileStream _owner;
    private readonly string? _place;

    private Lane(string path, FileStream owner)
    {
        _owner = owner;
        _place = PrivateFiles.PlaceOf(owner);
        Path = System.IO.Path.GetDirectoryName(_place) ?? path;
    }

    /// <summary>Where it is, whatever links led there: they may lead somewhere else later.</summary>
    public string Path { get; }

    /// <summary>The process that owns it, as the file says: number, start and boot.</summary>
    public string Owner
    {
        get
        {
            byte[] bytes = new byte[256];
            _owner.Position = 0;
            return Encoding.UTF8.GetString(bytes, 0, _owner.Read(bytes, 0, bytes.Length));
        }
    }

    /// <summary>Makes a lane of this process.</summary>
    /// <exception cref="IOException">There is no room, or something else at the path.</exception>
    public static Lane Create(string folder)
    {
        PrivateFiles.CreateFolder(folder);
        string name = string.Format(CultureInfo.InvariantCulture, "{0}-{1}-{2:x8}",
            TimeOfNext(folder).ToString(TimeFormat, CultureInfo.InvariantCulture), ThisProcess.Id, Guid.NewGuid().GetHashCode());
        string path = System.IO.Path.Combine(folder, name);
        PrivateFiles.CreateFolder(path);
        FileStream? owner = null;
        try
        {
            owner = PrivateFiles.Create(System.IO.Path.Combine(path, OwnerName), FileShare.None);
            Lane lane = new(path, owner);
            lane.WriteOwner(ThisProcess.Text);
            return lane;
        }
        catch (Exception)
        {
            owner?.Dispose();
            Directory.Delete(path, recursive: true);
            throw;
        }
    }

    /// <summary>The lanes of a journal, the oldest first. Other folders there are somebody else's.</summary>
    public static string[] In(string folder)
    {
        string[] paths = Directory.Exists(folder) ? Directory.GetDirectories(folder) : [];
        paths = Array.FindAll(paths, path => IsName(System.IO.Path.GetFileName(path)) && !IsLink(path));
        Array.Sort(paths, StringComparer.Ordinal); // they begin with their time
        return paths;
    }

    /// <summary>The segments of a lane, and what has the name of one.</summary>
    public static string[] FilesIn(string lane) => Directory.GetFiles(lane, "*-*" + Segment.Extension);

    /// <summary>The segments of a lane. What has no length holds no record, or is a pipe, which would not end.</summary>
    public static string[] SegmentsIn(string lane) =>
        Array.FindAll(FilesIn(lane), path => new FileInfo(path) is { Exists: true, Length: > 0 } && !IsLink(path));

    /// <summary>Takes over a lane whose owner is gone. Nobody else does until it is disposed.</summary>
    /// <returns><see langword="null" /> when its owner lives or removes it, or another one takes it over.</returns>
    /// <exception cref="Exception">It cannot be taken over, because of its files or their rights.</exception>
    public static Lane? TryTakeOver(string path)
    {
        string owner = System.IO.Path.Combine(path, OwnerName);
        if (IsLink(owner))
        {
            throw new IOException("its owner is a link"); // what that leads to may be anybody's
        }

        if (HasName(path))
        {
            try
            {
                return TryOpen(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            }
            catch (FileNotFoundException)
            {
                return null; // its owner removes it
            }
        }

        return (DateTime.UtcNow - Directory.GetLastWriteTimeUtc(path)).Duration() >= _youngest // the clock may have been set back
            ? TryOpen(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None)
            : null;
    }

    /// <summary>Whether a running process owns a lane, which stays as it is.</summary>
    /// <exception cref="Exception">Its files do not say so.</exception>
    public static bool IsOwned(string path)
    {
        if (!HasName(path))
        {
            return false;
        }

        using Lane? lane = TryOpen(path, FileMode.Open, FileAccess.Read, FileShare.Read); // the disk may be read-only
        return lane is null;
    }

    /// <summary>Makes the next segment.</summary>
    /// <exception cref="IOException">There is no room.</exception>
    public Segment CreateSegment(int size, long number)
    {
        string name = string.Format(CultureInfo.InvariantCulture, "{0}-{1:d6}{2}", System.IO.Path.GetFileName(Path), number,
            Segment.Extension);
        return Segment.Create(System.IO.Path.Combine(Path, name), size, number);
    }

    /// <summary>Whether the lane is where it was, and the way to it leads there.</summary>
    public bool IsIntact() => PrivateFiles.PlaceOf(_owner) == _place && File.Exists(_owner.Name);

    /// <summary>Removes the lane with its files, wherever it is by now. What somebody else has put there stays.</summary>
    public void Remove()
    {
        string path = System.IO.Path.GetDirectoryName(PrivateFiles.PlaceOf(_owner)) ?? Path;
        WriteOwner(Nobody); // whoever finds a rest of it may take it
        if (System.IO.Path.DirectorySeparatorChar == '\\')
        {
            Dispose(); // there, a file that is open cannot be deleted
        }

        if (Directory.Exists(path))
        {
            Array.ForEach(FilesIn(path), File.Delete);
            File.Delete(System.IO.Path.Combine(path, OwnerName));
            if (Directory.GetFileSystemEntries(path).Length == 0)
            {
                Directory.Delete(path);
            }
        }

        Dispose();
    }

    /// <summary>Leaves the lane with all that is in it to whoever takes it over. One without a segment is removed.</summary>
    public void Release()
    {
        string? path = System.IO.Path.GetDirectoryName(PrivateFiles.PlaceOf(_owner));
        if (!Directory.Exists(path) || SegmentsIn(path!).Length == 0)
        {
            Remove();
            return;
        }

        WriteOwner(Nobody);
        Dispose();
    }

    public void Dispose() => _owner.Dispose();

    /// <summary>Whether somebody is named as the owner. Not so in a pipe, which would be waited for.</summary>
    private static bool HasName(string path) => new FileInfo(System.IO.Path.Combine(path, OwnerName)) is { Exists: true, Length: > 0 };

    private static bool IsLink(string path) =>
        new FileInfo(path).Attributes is var all && (int)all != -1 && (all & FileAttributes.ReparsePoint) != 0; // -1: there is nothing

    /// <summary>The clock may have been set back since the last one was made: their times are the order of their events.</summary>
    private static DateTime TimeOfNext(string folder)
    {
        DateTime now = DateTime.UtcNow;
        DateTime last = In(folder).LastOrDefault() is { } path
            ? DateTime.ParseExact(System.IO.Path.GetFileName(path).Split('-')[0], TimeFormat, CultureInfo.InvariantCulture)
            : default;
        return last < now || last == DateTime.MaxValue ? now : last.AddTicks(1);
    }

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

    /// <returns><see langword="null" /> when it has an owner.</returns>
    [SuppressMessage("Reliability", "CA2000", Justification = "The lane disposes it.")]
    private static Lane? TryOpen(string path, FileMode mode, FileAccess access, FileShare share)
    {
        Lane lane;
        try
        {
            lane = new Lane(path, new FileStream(System.IO.Path.Combine(path, OwnerName), mode, access, share, bufferSize: 1));
        }
        catch (IOException e) when (Array.IndexOf(_locked, e.HResult & 0xFFFF) >= 0)
        {
            return null;
        }

        try
        {
            if (!IsAlive(lane.Owner)) // where locks do not work
            {
                return lane;
            }
        }
        catch (Exception)
        {
            lane.Dispose(); // a pipe
            throw;
        }

        lane.Dispose();
        return null;
    }

    /// <summary>Whether the process that an owner file names runs.</summary>
    private static bool IsAlive(string owner)
    {
        string[] parts = owner.Split(' ');
        return parts.Length == 3 && parts[2] == ThisProcess.Boot
            && int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out int id)
            && ThisProcess.StartOf(id) == parts[1];
    }

    private static class ThisProcess
    {
        /// <summary>Its place behind the name, see proc_pid_stat(5).</summary>
        private const int StartField = 19;

        // Its state, where it has ended and its parent has not asked how.
        private const string Zombie = "Z";
        private const string Dead = "X";

        private const string BootIdFile = "/proc/sys/kernel/random/boot_id";

        public static readonly string Boot = File.Exists(BootIdFile) ? File.ReadAllText(BootIdFile).Trim() : "boot";
        public static readonly string Id = GetId();
        public static readonly string Text = $"{Id} {StartOf(int.Parse(Id, CultureInfo.InvariantCulture))} {Boot}";

        /// <summary>
        /// When a process began; <see langword="null" /> when there is none. On Linux in the kernel's ticks: what .NET makes of them
        /// differs from look to look, and in a container that is started again the next process has the same number at once.
        /// </summary>
        public static string? StartOf(int id)
        {
            try
            {
                string status = $"/proc/{id}/stat";
                if (File.Exists(status))
                {
                    string text = File.ReadAllText(status);
                    string[] fields = text.Substring(text.LastIndexOf(')') + 2).Split(' ');
                    return fields[0] is Zombie or Dead ? null : fields[StartField];
                }

                using Process process = Process.GetProcessById(id);
                return process.StartTime.ToUniversalTime().Ticks.ToString(CultureInfo.InvariantCulture);
            }
            catch (Exception)
            {
                return null;
            }
        }

        private static string GetId()
        {
            using Process process = Process.GetCurrentProcess();
            return process.Id.ToString(CultureInfo.InvariantCulture);
        }
    }
}
