using Easy.Logger.Loki.Labels;

namespace Easy.Logger.Loki.Fields;

/// <summary>How many fields there may be, and how large they may be together.</summary>
/// <param name="MostFields">Fields.</param>
/// <param name="MostValueBytes">Bytes of one value; what is longer is cut off between two characters.</param>
/// <param name="MostBytes">Bytes of all names and values, with eight for each field.</param>
internal sealed record FieldLimits(int MostFields, int MostValueBytes, int MostBytes)
{
    /// <summary>Labels of one stream; how many are sent is decided where all of them are known.</summary>
    public static FieldLimits Labels { get; } = new(MostFields: 64, LabelRules.MostValueBytes, int.MaxValue);

    /// <summary>Structured metadata of one line, as Loki takes it by default.</summary>
    public static FieldLimits Metadata { get; } = new(MostFields: 128, MostValueBytes: 16 * 1024, MostBytes: 64 * 1024);
}
