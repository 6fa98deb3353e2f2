using Easy.Logger.Loki.Batching;

namespace Easy.Logger.Loki.Lines;

/// <summary>Makes the line of an event.</summary>
internal interface ILineFormat
{
    /// <summary>Writes the line at the end of the texts of the batch.</summary>
    void Write(BatchItem item);
}
