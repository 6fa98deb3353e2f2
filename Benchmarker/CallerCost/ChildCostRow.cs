using System.Text.Json.Serialization;
using Benchmarker.Measuring;

namespace Benchmarker.CallerCost;

/// <summary>A child at one depth of the stack, in the JSON file. The names are relied on by scripts.</summary>
internal sealed record ChildCostRow(
    [property: JsonPropertyName("child")] string Child,
    [property: JsonPropertyName("frames")] int Frames,
    [property: JsonPropertyName("directUs")] double DirectUs,
    [property: JsonPropertyName("wrappedUs")] double WrappedUs,
    [property: JsonPropertyName("ratio")] double Ratio,
    [property: JsonPropertyName("directBytes")] double DirectBytes,
    [property: JsonPropertyName("wrappedBytes")] double WrappedBytes,
    [property: JsonPropertyName("directLocates")] bool DirectLocates,
    [property: JsonPropertyName("wrappedLocates")] bool WrappedLocates)
{
    private const double Undisturbed = 0.25;

    /// <summary>With lower quartiles: other processes only make bursts slower.</summary>
    public static ChildCostRow Of(string child, int frames, (Bursts Direct, Bursts Wrapped) pair, (bool Direct, bool Wrapped) found) => new(
        child,
        frames,
        Rounded(pair.Direct.Quantile(Undisturbed) / 1e3),
        Rounded(pair.Wrapped.Quantile(Undisturbed) / 1e3),
        Rounded(pair.Wrapped.Quantile(Undisturbed) / pair.Direct.Quantile(Undisturbed)),
        Rounded(pair.Direct.BytesPerEvent),
        Rounded(pair.Wrapped.BytesPerEvent),
        found.Direct,
        found.Wrapped);

    private static double Rounded(double value) => Math.Round(value, 3);
}
