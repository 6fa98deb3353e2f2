namespace Easy.Logger.Tests.Destinations;

/// <summary>
/// A named pipe whose reader does not read until it has to: whoever writes more than it holds stands still in the system's write call.
/// </summary>
internal sealed class NamedPipe : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly FileStream _held;
    private readonly ManualResetEventSlim _opened = new();
    private Task<List<string>>? _lines;

    public NamedPipe()
    {
        _folder.MakePipe("pipe");

        // Open for reading and writing, so that opening it waits for nobody.
        _held = new FileStream(Path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
    }

    public string Path => _folder.File("pipe");

    public void BeginReading()
    {
        if (_lines is null)
        {
            _lines = Task.Factory.StartNew(ReadLines, TaskCreationOptions.LongRunning);
            Assert.That(_opened.Wait(Eventually.Patience), Is.True, "Nobody writes to the pipe.");
            _held.Dispose(); // the pipe ends with its last writer
        }
    }

    /// <summary>The lines up to the moment when the writer closes the pipe.</summary>
    public IReadOnlyList<string> AwaitEnd() => Eventually.Returns(() => _lines!.Result, "the end of the pipe");

    public void Dispose()
    {
        _held.Dispose();
        _opened.Dispose();
        _folder.Dispose();
    }

    private List<string> ReadLines()
    {
        using StreamReader reader = new(new FileStream(Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        _opened.Set();
        return [.. reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries)];
    }
}
