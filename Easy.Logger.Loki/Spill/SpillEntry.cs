using Easy.Logger.Loki.Lanes;

namespace Easy.Logger.Loki.Spill;

/// <summary>A push in a segment.</summary>
internal sealed class SpillEntry(string lane, int lines, SpillSegment segment, int offset, int size) : LaneEntry(lane, lines)
{
    public SpillSegment Segment { get; } = segment;

    public int Offset { get; } = offset;

    /// <summary>Bytes of the frame.</summary>
    public int Size { get; } = size;
}
