namespace Benchmarker.Hostile;

/// <summary>Reads what a process prints, so that it never waits for a reader, and keeps the first lines and the last.</summary>
internal sealed class OutputTail
{
    private const int FirstLimit = 100;
    private const int Limit = 4;
    private const int LineLength = 300;

    private readonly List<string> _first = [];
    private readonly Queue<string> _lines = [];

    /// <summary>Reads until the end, on a thread of its own.</summary>
    public void Read(StreamReader output) => new Thread(() => ReadAll(output)) { IsBackground = true }.Start();

    public bool Contains(Func<string, bool> matches)
    {
        lock (_lines)
        {
            return _first.Any(matches) || _lines.Any(matches);
        }
    }

    public override string ToString()
    {
        lock (_lines)
        {
            return _lines.Count == 0 ? string.Empty : $" and printed: {string.Join(" | ", _lines)}";
        }
    }

    private void ReadAll(StreamReader output)
    {
        try
        {
            while (output.ReadLine() is { } line)
            {
                lock (_lines)
                {
                    if (_first.Count < FirstLimit)
                    {
                        _first.Add(line);
                    }

                    _lines.Enqueue(line.Length > LineLength ? line[..LineLength] : line);
                    if (_lines.Count > Limit)
                    {
                        _lines.Dequeue();
                    }
                }
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The parent has closed the pipe, which is a scenario of its own.
        }
    }
}
