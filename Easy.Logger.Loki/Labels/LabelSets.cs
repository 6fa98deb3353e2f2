using Easy.Logger.Loki.Batching;
using Easy.Logger.Loki.Fields;

namespace Easy.Logger.Loki.Labels;

/// <summary>
/// The stream of each event. Labels are rendered once for all events that have the same ones; with labels that no event changes there is
/// one stream for each level, and nothing to look up but that. Not thread-safe.
/// </summary>
internal sealed class LabelSets : IDisposable
{
    /// <summary>
    /// Most sets that are remembered. Beyond it all are forgotten, so that labels whose values never come again do not fill the memory.
    /// </summary>
    internal const int MaxSets = KnownStreams.MaxStreams;

    private readonly LevelNames? _levels;
    private readonly LabelRenderer _renderer;
    private readonly KnownStreams _streams;
    private readonly Action<string> _report;
    private readonly ByteBuffer _key = new(capacity: 256);
    private readonly FieldWriter _fields;
    private readonly Dictionary<ulong, Known> _known = [];
    private readonly StreamLabels?[] _byLevel;
    private bool _isReported;

    /// <param name="labels">Labels that may differ between events.</param>
    /// <param name="levels">What levels are called; <see langword="null" /> when they are no label.</param>
    /// <param name="renderer">Makes the labels of a stream.</param>
    /// <param name="streams">Where the renderer keeps them.</param>
    /// <param name="report">Called when there are too many streams.</param>
    public LabelSets(
        IEnumerable<FieldSource> labels, LevelNames? levels, LabelRenderer renderer, KnownStreams streams, Action<string> report)
    {
        _streams = streams;
        _fields = new FieldWriter(labels, _key, FieldLimits.Labels);
        _levels = levels;
        _renderer = renderer;
        _report = report;
        _byLevel = new StreamLabels?[levels?.Count ?? 1];
    }

    /// <summary>The stream of an event.</summary>
    public StreamLabels Of(BatchItem item)
    {
        int level = _levels?.IndexOf(item.Event.Level) ?? 0;
        if (_fields.IsEmpty)
        {
            return _byLevel[level] ??= _renderer.Render(_levels?[level], default);
        }

        _key.Clear();
        _fields.Write(item);
        return Of(level, HashOf(level, _key.Written));
    }

    public void Dispose() => _key.Dispose();

    private static ulong HashOf(int level, ReadOnlySpan<byte> key)
    {
        // FNV-1a. Nobody gains anything by collisions: the values of labels are few and the application's own.
        ulong hash = (14_695_981_039_346_656_037 ^ (ulong)level) * 1_099_511_628_211;
        foreach (byte value in key)
        {
            hash = (hash ^ value) * 1_099_511_628_211;
        }

        return hash;
    }

    private StreamLabels Of(int level, ulong hash)
    {
        _known.TryGetValue(hash, out Known? first);
        for (Known? known = first; known is not null; known = known.Next)
        {
            if (known.Level == level && _key.Written.SequenceEqual(known.Key))
            {
                return known.Labels;
            }
        }

        if (_known.Count >= MaxSets || _streams.IsFull)
        {
            _known.Clear();
            _streams.Clear(); // together: a stream must not have two clocks
            first = null;
            ReportOnce();
        }

        StreamLabels labels = _renderer.Render(_levels?[level], _key.Written);
        _known[hash] = new Known(level, _key.Written.ToArray(), labels, first);
        return labels;
    }

    private void ReportOnce()
    {
        if (!_isReported)
        {
            _isReported = true;
            _report(FormattableString.Invariant($"more than {MaxSets} different sets of labels were sent, each a stream of its own ")
                + "in Loki. A label with many values belongs into metadata.");
        }
    }

    private sealed record Known(int Level, byte[] Key, StreamLabels Labels, Known? Next);
}
