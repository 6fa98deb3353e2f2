namespace Easy.Logger.Tests.Support;

/// <summary>A folder of its own for one test, gone afterwards.</summary>
internal sealed class TempFolder : IDisposable
{
    public TempFolder() => Path = Directory.CreateTempSubdirectory("easy-logger-tests-").FullName;

    public string Path { get; }

    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <summary>The lines of every file whose name begins so, files in the order of their names.</summary>
    public IReadOnlyList<string> Lines(string prefix = "") =>
        [.. Directory.GetFiles(Path, prefix + "*").Order(StringComparer.Ordinal).SelectMany(Read)];

    public void Dispose() => Directory.Delete(Path, recursive: true);

    private static string[] Read(string file)
    {
        // The appender may still have it open for writing.
        using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using StreamReader reader = new(stream);
        return reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
