namespace Easy.Logger.Shared;

/// <summary>Files and folders that nobody but the user of the process may read, where the system knows such a thing.</summary>
internal static class PrivateFiles
{
    /// <summary>Makes a folder, and those above it. Does nothing when it is there.</summary>
    public static void CreateFolder(string path)
    {
#if NET
        if (!OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            return;
        }
#endif
        Directory.CreateDirectory(path);
    }

    /// <summary>Where an open file is by now; on Linux that of this very file, not of another one at its path.</summary>
    /// <returns>Something else, or nothing, after it was removed or moved.</returns>
    public static string? PlaceOf(FileStream file)
    {
#if NET
        if (OperatingSystem.IsLinux())
        {
            return new FileInfo($"/proc/self/fd/{file.SafeFileHandle.DangerousGetHandle()}").LinkTarget;
        }
#endif
        return File.Exists(file.Name) ? file.Name : null;
    }

    /// <summary>Makes a file.</summary>
    /// <exception cref="IOException">It is there already.</exception>
    public static FileStream Create(string path, FileShare share)
    {
#if NET
        FileStreamOptions options = new() { Mode = FileMode.CreateNew, Access = FileAccess.ReadWrite, Share = share, BufferSize = 1 };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return new FileStream(path, options);
#else
        return new FileStream(path, FileMode.CreateNew, FileAccess.ReadWrite, share, bufferSize: 1);
#endif
    }
}
