namespace Benchmarker;

/// <summary>A folder for one scenario's log files, deleted with all that is in it.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("easy-logger-benchmarker-").FullName;

    public void Dispose()
    {
        try
        {
            Directory.Delete(Path, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The measurement stands, but the reader should know about some hundred megabytes.
            Console.Error.WriteLine($"'{Path}' could not be deleted: {e.Message}");
        }
    }
}
