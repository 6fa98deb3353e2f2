namespace Benchmarker;

/// <summary>A folder for one scenario's log files, deleted with all that is in it.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    private const string Prefix = "easy-logger-benchmarker-";

    /// <param name="parent">Where it is made; in the temporary folder of the user when left out.</param>
    public TemporaryFolder(string? parent = null)
    {
        Path = parent is null
            ? Directory.CreateTempSubdirectory(Prefix).FullName
            : Directory.CreateDirectory(System.IO.Path.Combine(parent, $"{Prefix}{Guid.NewGuid():N}")).FullName;
        Leftovers.Add(Path);
    }

    public string Path { get; }

    public void Dispose()
    {
        Leftovers.Forget(Path);
        try
        {
            Directory.Delete(Path, recursive: true);
        }
        catch (DirectoryNotFoundException)
        {
            // Ctrl+C has deleted it.
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The measurement stands, but the reader should know about some hundred megabytes.
            Console.Error.WriteLine($"'{Path}' could not be deleted: {e.Message}");
        }
    }
}
