namespace Easy.Logger.Loki.Configuration;

/// <summary>Reads files that somebody else may have replaced by something that would block: a pipe, for one.</summary>
internal static class SmallFile
{
    private const int MaxBytes = 64 * 1024;

    /// <summary>The text of a file; empty for what has no length, such as a pipe or a device.</summary>
    /// <exception cref="IOException">It cannot be read, or is larger than 64 KiB.</exception>
    /// <exception cref="UnauthorizedAccessException">It cannot be read.</exception>
    public static string ReadText(string path)
    {
        FileInfo file = new(path);
#if NET
        file = file.ResolveLinkTarget(returnFinalTarget: true) as FileInfo ?? file; // the length of a link is its own
#endif
        return file.Length switch
        {
            0 => string.Empty,
            > MaxBytes => throw new IOException($"'{path}' has more than {MaxBytes / 1024} KiB"),
            _ => File.ReadAllText(file.FullName),
        };
    }
}
