namespace Benchmarker.Running;

/// <summary>The middle of several values and how far they lie apart.</summary>
internal readonly record struct Spread(double Median, double Least, double Most)
{
    /// <summary><see langword="null" /> when there are no values.</summary>
    public static Spread? Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length == 0 ? null : new Spread(MedianOf(sorted), sorted[0], sorted[^1]);
    }

    private static double MedianOf(double[] sorted) => (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
}
