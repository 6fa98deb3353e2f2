#if !NET
using System.Runtime.InteropServices;
#endif

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
        Directory.CreateDirectory(path);
#else
        if (!Directory.Exists(path))
        {
            Directory.CreateDirectory(path);
            Restrict(path, OwnerFolder);
        }
#endif
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
        FileStream file = new(path, FileMode.CreateNew, FileAccess.ReadWrite, share, bufferSize: 1);
        Restrict(path, OwnerFile); // before anything is in it
        return file;
#endif
    }

#if !NET
    private const uint OwnerFile = 0x180; // rw-------
    private const uint OwnerFolder = 0x1C0; // rwx------

    /// <summary>
    /// This framework has no name for it, so the system is asked. One that does not know the call does not keep files from others.
    /// </summary>
    private static void Restrict(string path, uint mode)
    {
        if (Path.DirectorySeparatorChar != '/')
        {
            return;
        }

        try
        {
            _ = ChangeMode(path, mode);
        }
        catch (Exception exception) when (exception is DllNotFoundException or EntryPointNotFoundException)
        {
            // As above.
        }
    }

    [DllImport("libc", EntryPoint = "chmod", BestFitMapping = false, ThrowOnUnmappableChar = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ChangeMode([MarshalAs(UnmanagedType.LPStr)] string path, uint mode);
#endif
}
