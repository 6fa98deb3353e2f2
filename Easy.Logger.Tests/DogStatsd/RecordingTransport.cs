namespace Easy.Logger.Tests.DogStatsd;

/// <summary>Keeps the packets, or does with them what a test wants. Thread-safe.</summary>
internal sealed class RecordingTransport : IDogStatsdTransport
{
    private readonly ConcurrentQueue<byte[]> _packets = [];
    private int _tries;

    /// <summary>What becomes of a packet; by default it is taken. Not under a lock.</summary>
    public Func<byte[], bool> Answer { get; set; } = _ => true;

    public Action? AtDispose { get; set; }

    public bool IsDisposed { get; private set; }

    public int Tries => Volatile.Read(ref _tries);

    public IReadOnlyList<byte[]> Packets => [.. _packets];

    public IReadOnlyList<string> Lines => [.. Packets.SelectMany(packet => Encoding.UTF8.GetString(packet).Split('\n'))];

    public IReadOnlyList<ParsedLine> Parsed => [.. Packets.SelectMany(packet => DatagramParser.Parse(packet))];

    public IEnumerable<ParsedMetric> Metrics => Parsed.OfType<ParsedMetric>();

    /// <summary>Has each packet wait for what it returns, and then be taken.</summary>
    public ManualResetEventSlim Hold()
    {
        ManualResetEventSlim gate = new();
        Answer = _ =>
        {
            gate.Wait();
            return true;
        };
        return gate;
    }

    public bool TrySend(ReadOnlyMemory<byte> packet)
    {
        Interlocked.Increment(ref _tries);
        byte[] copy = packet.ToArray();
        bool isTaken = Answer(copy);
        if (isTaken)
        {
            _packets.Enqueue(copy);
        }

        return isTaken;
    }

    public void Dispose()
    {
        IsDisposed = true;
        AtDispose?.Invoke();
    }
}
