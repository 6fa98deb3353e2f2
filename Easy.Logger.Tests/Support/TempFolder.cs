namespace Easy.Logger.Tests.Support;

/// <summary>A folder of its own for one test, gone afterwards.</summary>
internal sealed class TempFolder : IDisposable
{
    public TempFolder() => Path = Directory.CreateTempSubdirectory("easy-logger-tests-").FullName;

    public string Path { get; }

    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <summary>Makes a pipe; opening one waits for somebody at its other end, who may never come.</summary>
    /// <returns>Its path.</returns>
    public string MakePipe(string name)
    {
        new Command(Path).Succeeds("mkfifo", name);
        return File(name);
    }

    /// <summary>The lines of every file whose name begins so, files in the order of their names.</summary>
    public IReadOnlyList<string> Lines(string prefix = "") =>
        [.. Directory.GetFiles(Path, prefix + "*").Order(StringComparer.Ordinal).SelectMany(Read)];

    /// <summary>
    /// Deletes the folder. What a test left at work on purpose, such as an appender that was closed while its child hung, deletes files
    /// of its own meanwhile, and a recursive deletion fails at a file that vanishes: it is tried again.
    /// </summary>
    public void Dispose() => Eventually.Holds(TryDelete, $"{Path} is deleted");

    private bool TryDelete()
    {
        try
        {
            Directory.Delete(Path, recursive: true);
            return true;
        }
        catch (IOException)
        {
            return !Directory.Exists(Path);
        }
    }

    private static string[] Read(string file)
    {
        // The appender may still have it open for writing.
        using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using StreamReader reader = new(stream);
        return reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
