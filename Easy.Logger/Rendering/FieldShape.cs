using System.Runtime.InteropServices;
using log4net.Util;

namespace Easy.Logger.Rendering;

/// <summary>The width that a pattern gives to one of its fields, as in <c>%-5.20name</c>.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct FieldShape(int Min, int Max, bool LeftAlign)
{
    /// <summary>No width.</summary>
    public static FieldShape Free { get; } = new(-1, int.MaxValue, LeftAlign: false);

    /// <summary>Whether it changes nothing; log4net then writes without a detour.</summary>
    public bool IsFree => Min < 0 && Max == int.MaxValue;

    public static FieldShape From(FormattingInfo info) => new(info.Min, info.Max, info.LeftAlign);
}
