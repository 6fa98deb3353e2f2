using System.Buffers;
using Easy.Logger.Loki.Encoding;
using Easy.Logger.Loki.Labels;

namespace Easy.Logger.Loki.Batching;

/// <summary>The lines of one push, rendered and not yet encoded, so that it can be split. Reused; not thread-safe.</summary>
internal sealed class PushBatch : IDisposable
{
    public const int DefaultBytes = 1_048_576;
    public const int MinBytes = 16_384;

    /// <summary>Loki's own limit by default: it answers a larger push with an error that looks as if it would pass.</summary>
    public const int MaxBytes = 4_194_304;

    public const int DefaultLines = 1_000;
    public const int MaxLines = 100_000;

    /// <summary>The most bytes of one line, by Loki's default.</summary>
    public const int MaxLineBytes = 262_144;

    private const int FirstEntries = 256;

    private static readonly ArrayPool<PushEntry> _pool = ArrayPool<PushEntry>.Create(MaxLines, maxArraysPerBucket: 8);

    private readonly List<StreamLabels> _streams = [];
    private PushEntry[] _entries = _pool.Rent(FirstEntries);

    /// <summary>The texts of all lines.</summary>
    public ByteBuffer Texts { get; } = new(capacity: 64 * 1024);

    public int Count { get; private set; }

    public IReadOnlyList<StreamLabels> Streams => _streams;

    /// <summary>What it is at most as protobuf: what lines of one stream share is counted with each of its pieces.</summary>
    public int ProtobufSize { get; private set; }

    public ReadOnlySpan<PushEntry> Entries => _entries.AsSpan(0, Count);

    /// <summary>By how much a line of that <see cref="PushEntry.ProtobufSize" /> would make it larger.</summary>
    public int Growth(StreamLabels stream, int entrySize) =>
        ProtobufPush.SizeOfField(entrySize) + (IsKnown(stream) ? 0 : ProtobufPush.MaxSizeOfStream(stream));

    /// <summary>Adds a line whose texts are in <see cref="Texts" /> already. Its stream is set here.</summary>
    public void Add(StreamLabels stream, in PushEntry entry)
    {
        ProtobufSize += Growth(stream, entry.ProtobufSize);
        if (!IsKnown(stream))
        {
            stream.Slot = _streams.Count;
            _streams.Add(stream);
        }

        if (Count == _entries.Length)
        {
            PushEntry[] more = _pool.Rent(Count * 2);
            Entries.CopyTo(more);
            _pool.Return(_entries);
            _entries = more;
        }

        _entries[Count++] = entry with { Stream = stream.Slot };
    }

    public void Clear()
    {
        Texts.Clear();
        _streams.Clear();
        Count = 0;
        ProtobufSize = 0;
    }

    public void Dispose()
    {
        Clear();
        Texts.Dispose();
        _pool.Return(_entries);
        _entries = []; // one that comes too late fails, and takes nobody's memory
    }

    private bool IsKnown(StreamLabels stream) => stream.Slot < _streams.Count && ReferenceEquals(_streams[stream.Slot], stream);
}

/// <summary>One line of a batch; its texts are in the memory of the batch.</summary>
internal readonly record struct PushEntry
{
    /// <summary>The stream, as its place in the batch.</summary>
    public int Stream { get; init; }

    /// <summary>Since the Unix epoch.</summary>
    public long Nanoseconds { get; init; }

    public int LineStart { get; init; }

    public int LineLength { get; init; }

    /// <summary>Names and values, as <see cref="TextPairs" /> reads them.</summary>
    public int MetadataStart { get; init; }

    public int MetadataLength { get; init; }

    /// <summary>Its size as protobuf, without the tag and the length before it: what a server's limits are about.</summary>
    public int ProtobufSize { get; init; }
}
