namespace Recorder;

/// <summary>A folder of its own below the temporary folder, deleted at the end; names are told relative to it.</summary>
internal sealed class TempFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("rec").FullName;

    public string File(string name) => System.IO.Path.Combine(Path, name);

    public IEnumerable<string> List(bool lines = true)
        => Directory.GetFiles(Path, "*", SearchOption.AllDirectories).OrderBy(f => f, StringComparer.Ordinal)
            .Select(f => System.IO.Path.GetRelativePath(Path, f) + (lines ? $" lines={Read(f).Count(c => c == '\n')}" : ""));

    public static string Read(string path)
    {
        using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using StreamReader reader = new(stream);
        return reader.ReadToEnd();
    }

    public void Dispose() => Directory.Delete(Path, true);
}
