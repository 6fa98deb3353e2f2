using Easy.Logger.Loki.Labels;

namespace Easy.Logger.Loki.Batching;

/// <summary>
/// Some of a batch's lines, one after the other, in the order in which they are sent: stream by stream, in each as they were logged.
/// Reused; not thread-safe.
/// </summary>
internal sealed class PushSlice
{
    private PushBatch _batch = null!; // until lines are taken
    private int[] _order = [];
    private int[] _ends = []; // of each stream in the order

    /// <summary>Lines of the slice.</summary>
    public int Count { get; private set; }

    /// <summary>The first of them in the batch.</summary>
    public int First { get; private set; }

    /// <summary>Streams of the batch; a slice may have no line of some of them.</summary>
    public int Streams => _batch.Streams.Count;

    public ReadOnlySpan<byte> Texts => _batch.Texts.Written;

    /// <summary>Takes lines of a batch, which must not be changed while the slice is used.</summary>
    public void Take(PushBatch batch, int first, int count)
    {
        _batch = batch;
        First = first;
        Count = count;
        if (_order.Length < count)
        {
            _order = new int[batch.Count];
        }

        if (_ends.Length < Streams)
        {
            _ends = new int[Streams];
        }

        // Counting sort, which keeps the order within a stream.
        ReadOnlySpan<PushEntry> entries = batch.Entries.Slice(first, count);
        Array.Clear(_ends, 0, Streams);
        foreach (ref readonly PushEntry entry in entries)
        {
            _ends[entry.Stream]++;
        }

        int end = 0;
        for (int stream = 0; stream < Streams; stream++)
        {
            int lines = _ends[stream];
            _ends[stream] = end; // of the one before, for now: moved on by each line of this one
            end += lines;
        }

        for (int i = 0; i < count; i++)
        {
            _order[_ends[entries[i].Stream]++] = first + i;
        }
    }

    public StreamLabels Labels(int stream) => _batch.Streams[stream];

    /// <summary>The lines of a stream, as their places in the batch.</summary>
    public ReadOnlySpan<int> LinesOf(int stream)
    {
        int start = stream == 0 ? 0 : _ends[stream - 1];
        return _order.AsSpan(start, _ends[stream] - start);
    }

    public ref readonly PushEntry Entry(int line) => ref _batch.Entries[line];
}
