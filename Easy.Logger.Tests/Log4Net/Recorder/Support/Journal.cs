namespace Recorder;

/// <summary>A list of what happened, in order, safe for several threads.</summary>
internal sealed class Journal
{
    private readonly List<string> _lines = [];

    public void Add(string line)
    {
        lock (_lines)
        {
            _lines.Add(line);
        }
    }

    public List<string> Take()
    {
        lock (_lines)
        {
            List<string> copy = [.. _lines];
            _lines.Clear();
            return copy;
        }
    }

    public string TakeOneLine() => string.Join(" | ", Take());
}
