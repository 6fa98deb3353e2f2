namespace Benchmarker.Soak;

/// <summary>
/// What came to one place, read as "name number": the numbers of each name have to rise. Not thread-safe, which is itself checked: a second
/// thread that comes in meanwhile is a fault of the appender, for there is one worker.
/// </summary>
internal sealed class Arrivals
{
    private const int FaultLimit = 5;

    private readonly Dictionary<string, long> _last = [];
    private readonly Dictionary<string, long>.AlternateLookup<ReadOnlySpan<char>> _lastByText;
    private readonly List<string> _faults = [];
    private int _inside;

    public Arrivals() => _lastByText = _last.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>Numbered events that came.</summary>
    public long Count { get; private set; }

    /// <summary>Reports of the appender about events that are missing.</summary>
    public long LossReports { get; private set; }

    /// <summary>What was not as it should be; the first few.</summary>
    public IReadOnlyList<string> Faults => _faults;

    public void Add(ReadOnlySpan<char> text)
    {
        if (Interlocked.Exchange(ref _inside, 1) != 0)
        {
            Fault("two threads handed events over at the same time");
        }

        Read(text);
        Volatile.Write(ref _inside, 0);
    }

    private void Read(ReadOnlySpan<char> text)
    {
        if (text.StartsWith("Easy.Logger appender [", StringComparison.Ordinal))
        {
            LossReports++;
            return;
        }

        int space = text.LastIndexOf(' ');
        if (space < 0 || !long.TryParse(text[(space + 1)..], out long number))
        {
            Fault($"'{text}' is not what was logged");
            return;
        }

        Count++;
        ReadOnlySpan<char> name = text[..space];
        if (_lastByText.TryGetValue(name, out long last) && number <= last)
        {
            Fault($"{name}: {number} came after {last}");
        }

        _lastByText[name] = number;
    }

    private void Fault(string text)
    {
        if (_faults.Count < FaultLimit)
        {
            _faults.Add(text);
        }
    }
}
