namespace Benchmarker.Children;

/// <summary>Keeps the first lines of an output, for a reader who does not want a hundred thousand. Safe for several threads.</summary>
internal sealed class OutputHead
{
    private const int Limit = 40;

    private readonly List<string> _lines = [];
    private long _more;

    public void Add(string? line)
    {
        lock (_lines)
        {
            if (string.IsNullOrWhiteSpace(line))
            {
                return;
            }

            if (_lines.Count < Limit)
            {
                _lines.Add(line);
            }
            else
            {
                _more++;
            }
        }
    }

    public IReadOnlyList<string> ToList()
    {
        lock (_lines)
        {
            return _more == 0 ? [.. _lines] : [.. _lines, $"... and {_more:N0} lines more"];
        }
    }
}
