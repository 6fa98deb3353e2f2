namespace Benchmarker.Measuring;

/// <summary>What was measured of a subject. Pure arithmetic.</summary>
internal sealed class Bursts(BurstSubject subject, int capacity)
{
    private readonly double[] _nanoseconds = new double[capacity];
    private int _count;
    private long _calls;
    private long _bytes;

    public BurstSubject Subject { get; } = subject;

    public double Median => Quantile(0.5);

    public double BytesPerEvent => (double)_bytes / _calls;

    public void Add(double nanoseconds, int calls, long bytes)
    {
        _nanoseconds[_count++] = nanoseconds / calls;
        _calls += calls;
        _bytes += bytes;
    }

    public double Quantile(double part) => QuantileOf(_nanoseconds.AsSpan(0, _count).ToArray(), part);

    /// <summary>
    /// How many times the other's time: the median of the ratios of each sample to the other's of the same moment. What the machine does
    /// beside meets both samples of a pair alike.
    /// </summary>
    public double RatioTo(Bursts other) => RatioTo(other, first: 0, step: 1);

    /// <summary>
    /// The ratio to the fastest of several. Half of the samples shows which one that is and the other half what the ratio is, each in both
    /// parts: the one that was lucky in the samples by which it is chosen has no luck in the others, so subjects that are alike have a
    /// ratio of one. At least two samples.
    /// </summary>
    public (double Ratio, string Fastest) RatioToFastest(IReadOnlyList<Bursts> others)
    {
        Bursts even = others.MaxBy(other => RatioTo(other, first: 0, step: 2))!;
        Bursts odd = others.MaxBy(other => RatioTo(other, first: 1, step: 2))!;
        double ratio = (RatioTo(even, first: 1, step: 2) + RatioTo(odd, first: 0, step: 2)) / 2;
        return (ratio, others.MaxBy(RatioTo)!.Subject.Name);
    }

    private double RatioTo(Bursts other, int first, int step)
    {
        List<double> ratios = [];
        for (int i = first; i < _count; i += step)
        {
            ratios.Add(_nanoseconds[i] / other._nanoseconds[i]);
        }

        return QuantileOf([.. ratios], 0.5);
    }

    private static double QuantileOf(double[] values, double part)
    {
        Array.Sort(values);
        double position = part * (values.Length - 1);
        int below = (int)position;
        double above = values[Math.Min(below + 1, values.Length - 1)];
        return values[below] + ((position - below) * (above - values[below]));
    }
}
