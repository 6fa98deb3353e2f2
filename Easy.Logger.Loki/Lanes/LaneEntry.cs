namespace Easy.Logger.Loki.Lanes;

/// <summary>A stored push in its lane. Changed under the lock of its store.</summary>
internal class LaneEntry(string lane, int lines)
{
    /// <summary>The lane that it is sent from: that of its tenant, or one of its own.</summary>
    public string Lane { get; set; } = lane;

    /// <summary>Its place in the order in which pushes were stored.</summary>
    public long Number { get; set; }

    /// <summary>Lines that have not been answered.</summary>
    public int Lines { get; set; } = lines;

    /// <summary>Whether it was removed or dropped.</summary>
    public bool IsGone { get; set; }
}
