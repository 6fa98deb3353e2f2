using System.Diagnostics.CodeAnalysis;
using Easy.Logger.Loki.Configuration;

namespace Easy.Logger.Loki.Spill;

/// <summary>
/// One owner's hold on a folder: a file that nobody else can open while it is held, whether in this process or another, and that a process
/// which is killed releases. Beside it is a file with the owner's name, because what is held cannot be read either.
/// </summary>
internal sealed class SpillClaim : IDisposable
{
    private const string LockName = "spill.lock";
    private const string OwnerName = "spill.owner";

    private readonly FileStream _file;

    private SpillClaim(FileStream file) => _file = file;

    /// <summary>Takes a folder, which is there, and leaves the owner's name for whoever comes later.</summary>
    /// <exception cref="FolderInUseException">Somebody else has it; the message names the one.</exception>
    public static SpillClaim Take(string folder, string owner)
    {
        string path = Path.Combine(folder, OwnerName);
        FileStream file;
        try
        {
            file = Open(Path.Combine(folder, LockName));
        }
        catch (IOException exception) when (IsHeld(exception))
        {
            throw new FolderInUseException($"the folder '{folder}' is in use by {Read(path)}", exception);
        }

        Write(path, owner);
        return new SpillClaim(file);
    }

    /// <summary>Whether somebody removed the file, so that the folder is nobody's.</summary>
    public bool IsGone => IsRemoved(_file);

    /// <summary>Whether an open file is nowhere any more. One that was moved with its folder may come back.</summary>
    public static bool IsRemoved(FileStream file) => PrivateFiles.PlaceOf(file) is not { } place || !File.Exists(place);

    public void Dispose() => _file.Dispose();

    private static FileStream Open(string path)
    {
        try
        {
            return PrivateFiles.Create(path, FileShare.None);
        }
        catch (IOException) when (File.Exists(path))
        {
            return new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        }
    }

    /// <summary>ERROR_SHARING_VIOLATION on Windows, EWOULDBLOCK on Linux and on macOS.</summary>
    private static bool IsHeld(IOException exception) => (exception.HResult & 0xFFFF) is 32 or 11 or 35;

    private static string Read(string path)
    {
        try
        {
            return SmallFile.ReadText(path) is { Length: > 0 } owner ? owner : "somebody";
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"somebody ({exception.Message})";
        }
    }

    private static void Write(string path, string owner)
    {
        try
        {
            File.Delete(path);
            using FileStream file = PrivateFiles.Create(path, FileShare.Read);
            byte[] name = System.Text.Encoding.UTF8.GetBytes(owner);
            file.Write(name, 0, name.Length);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // A full disk, or somebody reads it: the folder is held all the same, and only the name is missing or an old one.
        }
    }
}

/// <summary>Somebody else has a folder; the message says who.</summary>
[SuppressMessage("Design", "CA1032", Justification = "It never leaves the package.")]
internal sealed class FolderInUseException(string message, Exception innerException) : IOException(message, innerException);
