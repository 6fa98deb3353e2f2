using Easy.Logger.Loki.Labels;

namespace Easy.Logger.Loki.Fields;

/// <summary>How many fields there may be, and how large they may be together.</summary>
/// <param name="MaxFields">Fields.</param>
/// <param name="MaxValueBytes">Bytes of one value; what is longer is cut off between two characters.</param>
/// <param name="MaxBytes">Bytes of all names and values, with eight for each field.</param>
internal sealed record FieldLimits(int MaxFields, int MaxValueBytes, int MaxBytes)
{
    /// <summary>Labels of one stream; how many are sent is decided where all of them are known.</summary>
    public static FieldLimits Labels { get; } = new(MaxFields: 64, LabelRules.MaxValueBytes, int.MaxValue);

    /// <summary>Structured metadata of one line, as Loki takes it by default.</summary>
    public static FieldLimits Metadata { get; } = new(MaxFields: 128, MaxValueBytes: 16 * 1024, MaxBytes: 64 * 1024);
}
